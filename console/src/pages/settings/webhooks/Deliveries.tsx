// The newest calls of a webhook endpoint: each event with its last answer, and a button that sends it again.
import { type Delivery, type Endpoint, SHOWN_DELIVERIES } from '@godwit/contract/webhookEndpoints';
import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deliveriesQuery, type Place, resendDelivery } from '../../../api/webhooks.ts';
import { useAction } from '../../../components/form/useSubmit.ts';
import { List } from '../../../components/list/List.tsx';
import { useAddress } from '../../../components/list/useAddress.ts';
import { Moment } from '../../../components/Moment.tsx';
import { CallbackAnswer } from '../../../components/message/CallbackAnswer.tsx';
import { toastSuccess } from '../../../components/toast/toast.ts';
import { formatInstant } from '../../../format.ts';
import { useReadableNumber } from '../../../phone.ts';
import { type Translate, useText } from '../../../text/useText.ts';
import { Lines } from '../../../ui/DataTable.tsx';
import { Section } from '../../../ui/Section.tsx';

const REFRESH_MS = 5_000;

type Props = { place: Place; endpoint: Endpoint; mayResend: boolean };

export function Deliveries({ place, endpoint, mayResend }: Props) {
  const t = useText();
  const { state, change } = useAddress((params) => ({ failed: params.get('failed') === 'true' }), {
    isPart: true,
  });
  const found = useQuery({
    ...deliveriesQuery(place, endpoint.id, state.failed),
    refetchInterval: REFRESH_MS,
  });
  const again = (delivery: Delivery) =>
    mayResend && endpoint.enabled ? (
      <SendAgain place={place} endpoint={endpoint} delivery={delivery} />
    ) : null;
  return (
    <Section
      title={t('webhooks.deliveries')}
      text={t('webhooks.deliveriesHint', { count: SHOWN_DELIVERIES })}
      actions={
        <SegmentedControl
          aria-label={t('webhooks.deliveries')}
          data={[
            { value: 'false', label: t('webhooks.every') },
            { value: 'true', label: t('webhooks.notTaken') },
          ]}
          value={String(state.failed)}
          onChange={(value) => change({ failed: value === 'true' }, { replace: true })}
        />
      }
    >
      <List
        label={t('webhooks.deliveries')}
        found={{ ...found, data: found.data && { results: found.data } }}
        rowKey={({ event_id }) => event_id}
        columns={[
          {
            id: 'at',
            head: t('field.date'),
            cell: (one) => <Moment instant={one.called_at} row />,
            width: '20%',
          },
          { id: 'event', head: t('webhooks.event'), cell: (one) => <About delivery={one} />, width: '21%' },
          { id: 'answer', head: t('webhooks.answer'), cell: (one) => <Answer delivery={one} /> },
          {
            id: 'tries',
            head: t('webhooks.tries'),
            cell: (one) => <Tries delivery={one} />,
            muted: true,
            width: '22%',
          },
          ...(mayResend
            ? [
                {
                  id: 'again',
                  head: t('webhooks.action'),
                  cell: again,
                  align: 'right' as const,
                  width: '24%',
                },
              ]
            : []),
        ]}
        stacked={(one) => (
          <>
            <Group justify="space-between" align="flex-start" gap="4px 12px">
              <About delivery={one} />
              <Answer delivery={one} />
            </Group>
            <Group justify="space-between" gap="4px 12px" fz={13} c="dimmed">
              <span>
                <Moment instant={one.called_at} />
                {' · '}
                {[triesOf(one, t), nextOf(one, t)].filter(Boolean).join(' · ')}
              </span>
              {again(one)}
            </Group>
          </>
        )}
        empty={t(state.failed ? 'webhooks.noneFailed' : 'webhooks.noDeliveries')}
      />
    </Section>
  );
}

/** The event, and the number of the person whom it is about. */
function About({ delivery: { type, number } }: { delivery: Delivery }) {
  const t = useText();
  const readable = useReadableNumber();
  return (
    <Lines>
      <Text span inherit fw={500}>
        {t(`webhooks.${type}`)}
      </Text>
      {number ? (
        <Text fz={13} c="dimmed">
          {readable(number)}
        </Text>
      ) : null}
    </Lines>
  );
}

function Answer({ delivery }: { delivery: Delivery }) {
  return (
    <Lines>
      <CallbackAnswer attempt={delivery} />
      {delivery.error ? (
        <Text fz={13} c="dimmed">
          {delivery.error}
        </Text>
      ) : null}
    </Lines>
  );
}

/** How often it was tried. */
const triesOf = ({ attempts, next_at: next, accepted }: Delivery, t: Translate): string =>
  t(next || accepted ? 'webhooks.tried' : 'webhooks.gaveUp', { attempts });

/** When the next try is. */
const nextOf = ({ next_at: next }: Delivery, t: Translate): string | null =>
  next && t('webhooks.nextTry', { when: formatInstant(next) });

function Tries({ delivery }: { delivery: Delivery }) {
  const t = useText();
  const next = nextOf(delivery, t);
  return (
    <Lines>
      {triesOf(delivery, t)}
      {next ? (
        <Text fz={13} c="dimmed">
          {next}
        </Text>
      ) : null}
    </Lines>
  );
}

function SendAgain({ place, endpoint, delivery }: Omit<Props, 'mayResend'> & { delivery: Delivery }) {
  const t = useText();
  const queries = useQueryClient();
  const readable = useReadableNumber();
  const { run, busy } = useAction({
    call: async () => {
      await resendDelivery(place, endpoint.id, delivery.event_id);
      toastSuccess(t('webhooks.sentAgain'));
      await queries.invalidateQueries({ queryKey: ['webhookDeliveries', endpoint.id] });
    },
  });
  const about =
    `${t(`webhooks.${delivery.type}`)} ${delivery.number ? readable(delivery.number) : ''}`.trim();
  return (
    <Button
      variant="subtle"
      size="xs"
      mx={-12}
      disabled={busy}
      aria-label={t('webhooks.sendAgainOf', { about })}
      onClick={() => run()}
    >
      {t('webhooks.sendAgain')}
    </Button>
  );
}
