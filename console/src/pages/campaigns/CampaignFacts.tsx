// The fields of a campaign: how it stands, what it is called and when it went, then what it came to; id and content last.
import type { Campaign } from '@godwit/contract/campaigns';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { CopyId } from '../../components/CopyId.tsx';
import { Moment } from '../../components/Moment.tsx';
import { formatPicked, formatZone } from '../../components/schedule.ts';
import { formatCount, formatPrice } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { Fact, Facts, Passage } from '../../ui/Facts.tsx';
import { CampaignPill } from './CampaignPill.tsx';

export function CampaignFacts({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const { region } = useTeam();
  const { started_at: startedAt, schedule, retry_of: retryOf } = campaign;
  // A campaign keeps the currency it was charged in, also when the team's changes.
  const symbol = campaign.currency === region.currency ? region.currency_symbol : campaign.currency;
  return (
    <Card>
      <Facts>
        <Fact name={t('campaign.status')}>
          <CampaignPill status={campaign.status} />
        </Fact>
        <Fact name={t('campaign.sentAt')}>
          {startedAt ? <Moment instant={startedAt} /> : t('campaign.none')}
        </Fact>
        <Fact name={t('campaign.from')}>{campaign.from}</Fact>
        <Fact name={t('campaign.messages')}>{formatCount(campaign.messages)}</Fact>
        <Fact name={t('campaigns.name')} whole>
          {campaign.name}
        </Fact>
        {schedule ? (
          <Fact name={t('campaign.scheduledFor')} whole>
            {t('campaign.zoned', {
              time: formatPicked(schedule.local),
              zone: formatZone(schedule.timezone, schedule),
            })}
          </Fact>
        ) : null}
        <Fact name={t('campaign.segments')}>{formatCount(campaign.segments)}</Fact>
        <Fact name={t('campaign.cost')}>{formatPrice(campaign.cost, symbol)}</Fact>
        {retryOf ? (
          <Fact name={t('campaign.retryOf')}>
            <Anchor component={Link} to={paths.campaign(retryOf)}>
              {t('campaign.firstCampaign')}
            </Anchor>
          </Fact>
        ) : null}
        <Fact name={t('campaigns.id')} whole>
          <CopyId id={campaign.id} label={t('campaigns.copyId')} />
        </Fact>
        <Fact name={t('campaign.content')} whole>
          <Passage>{campaign.content}</Passage>
        </Fact>
      </Facts>
    </Card>
  );
}
