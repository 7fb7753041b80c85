// What can be done with a campaign: stop it, send it again to those not reached, begin another like it.
import type { Campaign } from '@godwit/contract/campaigns';
import type { ProjectSummary } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { cancelCampaign } from '../../api/campaigns.ts';
import { useConfirm } from '../../components/Confirm.tsx';
import { ModeLabel } from '../../components/ModeLabel.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';
import { TagBadge } from '../../ui/TagBadge.tsx';
import { unreachedOf } from './counts.ts';

export function CampaignActions({ campaign, project }: { campaign: Campaign; project: ProjectSummary }) {
  const t = useText();
  const queries = useQueryClient();
  const [ask, question] = useConfirm();
  const { id, mode, status } = campaign;
  const readAgain = () =>
    Promise.all(['campaign', 'campaigns'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
  const cancel = () =>
    ask({
      title: t('campaign.cancel'),
      text: t(status === 'SCHEDULED' ? 'campaign.cancelScheduled' : 'campaign.cancelSending'),
      action: t('campaign.cancel'),
      busyLabel: t('campaign.cancelling'),
      cancel: t('campaign.keep'),
      call: async () => {
        await cancelCampaign(id, project.id);
        toastSuccess(t('campaign.wasCancelled'));
        await readAgain();
      },
      onLost: readAgain,
    });
  const looks = mode === 'TEST' ? { color: 'rust', rightSection: <TagBadge>{t('mode.test')}</TagBadge> } : {};
  if (!may(project.role, 'send')) return <ModeLabel mode={mode} />;
  return (
    <>
      <ModeLabel mode={mode} />
      {status === 'SCHEDULED' || status === 'SENDING' ? (
        <Button variant="outline" color="red" onClick={cancel}>
          {t('campaign.cancel')}
        </Button>
      ) : null}
      <Button variant="outline" component={Link} to={`${paths.newCampaign}?copy=${id}`}>
        {t('campaign.duplicate')}
      </Button>
      {campaign.can_retry ? (
        <Button {...looks} component={Link} to={`${paths.newCampaign}?retry_of=${id}`}>
          {t('campaign.sendAgain', { count: unreachedOf(campaign) })}
        </Button>
      ) : null}
      {question}
    </>
  );
}
