// Asks before a campaign is stopped.
import type { Campaign } from '@godwit/contract/campaigns';
import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { cancelCampaign } from '../../api/campaigns.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { toastError, toastSuccess } from '../../components/toast.ts';
import { useOnce } from '../../components/useOnce.ts';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';

type Props = { campaign: Campaign; opened: boolean; onClose: () => void };

export function CancelDialog({ campaign: { id, project_id, status }, opened, onClose }: Props) {
  const t = useText();
  const queries = useQueryClient();
  const { busy, run } = useOnce();

  async function cancel(): Promise<void> {
    await cancelCampaign(id, project_id).then(() => toastSuccess(t('campaign.wasCancelled')), toastError);
    onClose();
    await Promise.all(
      ['campaign', 'campaigns'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
    );
  }

  return (
    <Modal
      opened={opened}
      onClose={() => busy || onClose()}
      title={t('campaign.cancel')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <p>{t(status === 'SCHEDULED' ? 'campaign.cancelScheduled' : 'campaign.cancelSending')}</p>
      <DialogActions words={t('campaign.keep')} onCancel={() => busy || onClose()}>
        <SubmitButton
          color="red"
          busy={busy}
          busyLabel={t('campaign.cancelling')}
          onClick={() => void run(cancel)}
        >
          {t('campaign.cancel')}
        </SubmitButton>
      </DialogActions>
    </Modal>
  );
}
