// The outcomes of a campaign's recipients, with the bird's path between them.
import type { Campaign } from '@godwit/contract/campaigns/campaigns';
import { Box, Flex, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { projectQuery } from '../../api/projects.ts';
import { keepsQuietIn } from '../../classRules.ts';
import { formatCount } from '../../format.ts';
import { classOfSender } from '../../senderClass.ts';
import { useProjects } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { FlightPath } from '../../ui/FlightPath.tsx';
import { OUTCOMES } from './CampaignPill.tsx';
import { progressSteps } from './counts.ts';

/** The outcomes of all recipients. */
export function CampaignProgress({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const { recipients } = campaign.counts;
  return (
    <Card>
      <Group justify="space-between" align="baseline" c="dimmed">
        <CardTitle c="var(--text)">{t('campaign.progress')}</CardTitle>
        {recipients > 0 ? <span>{t('campaign.recipients', { count: recipients })}</span> : null}
      </Group>
      {recipients > 0 ? (
        <Outcomes campaign={campaign} />
      ) : (
        <Text mt={12} c="dimmed">
          {t(emptyText(campaign))}
        </Text>
      )}
    </Card>
  );
}

/** The text that says why there are no recipients. */
function emptyText({ status, started_at }: Campaign) {
  if (status === 'SENDING') return 'campaign.counting';
  if (started_at) return 'campaign.nobody';
  return status === 'CANCELLED' ? 'campaign.neverStarted' : 'campaign.notStarted';
}

/** Outcomes that are listed even if their count is 0. */
const ALWAYS_LISTED: ReadonlySet<string> = new Set(['delivered', 'failed', 'skipped', 'waiting']);

function Outcomes({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const { counts } = campaign;
  const steps = progressSteps(campaign).map(({ label, count, share }) => ({
    name: t(label),
    value: formatCount(count),
    share,
  }));
  return (
    <>
      <FlightPath steps={steps} label={t('campaign.way')} />
      <Flex component="dl" direction="column" gap={8} mt={16}>
        {OUTCOMES.filter(({ name }) => ALWAYS_LISTED.has(name) || counts[name] > 0).map(
          ({ name, label, color }) => (
            <Group key={name} justify="space-between" align="baseline" wrap="nowrap">
              <dt>
                <Box component="span" display="inline-block" w={10} h={10} mr={8} bdrs={5} bg={color} />
                {t(label)}
              </dt>
              <Box component="dd" fw={600}>
                {formatCount(counts[name])}
              </Box>
            </Group>
          ),
        )}
      </Flex>
      {counts.waiting > 0 ? <QuietHoursNote from={campaign.from} /> : null}
    </>
  );
}

/**
 * Explains, if the project has quiet hours and messages of this sender's class keep them somewhere, why some
 * may wait until the morning.
 */
function QuietHoursNote({ from }: { from: string }) {
  const t = useText();
  const { project } = useProjects();
  const { data } = useQuery({ ...projectQuery(project?.id ?? ''), enabled: project !== null });
  if (!data?.quiet_hours) return null;
  const sender = data.senders.find(({ id }) => id === from);
  const contentClass = sender ? classOfSender(sender) : 'PROMOTIONAL';
  const countries = ['*', ...Object.keys(data.country_rules.classes ?? {})];
  if (!countries.some((one) => keepsQuietIn(data.country_rules, one, contentClass))) return null;
  return (
    <Text mt={12} fz={13} c="dimmed">
      {t('campaign.held', { ...data.quiet_hours, class: contentClass })}
    </Text>
  );
}
