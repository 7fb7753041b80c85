// What can be done with a campaign: stop it, send it again to those not reached, begin another like it.
import type { Campaign } from '@godwit/contract/campaigns';
import type { ProjectSummary } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { ModeLabel } from '../../components/ModeLabel.tsx';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';
import { TagBadge } from '../../ui/TagBadge.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { unreachedOf } from './RetryField.tsx';

export function CampaignActions({ campaign, project }: { campaign: Campaign; project: ProjectSummary }) {
  const t = useText();
  const [cancelling, setCancelling] = useState(false);
  const { id, mode, status } = campaign;
  const looks = mode === 'TEST' ? { color: 'rust', rightSection: <TagBadge>{t('mode.test')}</TagBadge> } : {};
  if (!may(project.role, 'send')) return <ModeLabel mode={mode} />;
  return (
    <>
      <ModeLabel mode={mode} />
      {status === 'SCHEDULED' || status === 'SENDING' ? (
        <Button variant="outline" color="red" onClick={() => setCancelling(true)}>
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
      <CancelDialog campaign={campaign} opened={cancelling} onClose={() => setCancelling(false)} />
    </>
  );
}
