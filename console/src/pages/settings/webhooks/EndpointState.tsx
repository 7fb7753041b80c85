// The state of a webhook endpoint: a pill, and a note with the cause and the next step if it does not work.
import type { Endpoint } from '@godwit/contract/webhookEndpoints';
import { IconAlertTriangle, IconCheck, IconClock, IconPlayerPause, IconX } from '@tabler/icons-react';
import { formatInstant } from '../../../format.ts';
import { useText } from '../../../text/useText.ts';
import { NoteBox } from '../../../ui/NoteBox.tsx';
import { Pill } from '../../../ui/Pill.tsx';

export function EndpointPill({ endpoint }: { endpoint: Endpoint }) {
  const t = useText();
  const { disabled_reason: reason, failing_since: since, last_called_at: called } = endpoint;
  if (reason === 'REQUESTED')
    return (
      <Pill tone="neutral" icon={IconPlayerPause}>
        {t('webhooks.paused')}
      </Pill>
    );
  if (reason)
    return (
      <Pill tone="danger" icon={IconX}>
        {t('webhooks.disabled')}
      </Pill>
    );
  if (since)
    return (
      <Pill tone="warning" icon={IconAlertTriangle}>
        {t('webhooks.failing')}
      </Pill>
    );
  return called ? (
    <Pill tone="success" icon={IconCheck}>
      {t('webhooks.works')}
    </Pill>
  ) : (
    <Pill tone="neutral" icon={IconClock}>
      {t('webhooks.notCalled')}
    </Pill>
  );
}

/** Says why an endpoint does not work, what that means, and the next step. */
export function EndpointNote({ endpoint }: { endpoint: Endpoint }) {
  const t = useText();
  const { disabled_reason: reason, failing_since: since } = endpoint;
  const label = t('webhooks.state');
  if (reason)
    return (
      <NoteBox tone={reason === 'REQUESTED' ? 'info' : 'danger'} label={label}>
        {t(`webhooks.${reason}`)}
      </NoteBox>
    );
  return since ? (
    <NoteBox tone="warning" label={label}>
      {t('webhooks.failingSince', { when: formatInstant(since) })}
    </NoteBox>
  ) : null;
}
