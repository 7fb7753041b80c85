// Why a message failed, what it cost, and so what to do: what a person opens its page for.
import type { MessageDetail } from '@godwit/contract/messages/messages';
import type { Mode } from '@godwit/contract/messages/statuses';
import { Flex, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { formatPrice } from '../../format.ts';
import type { TextId } from '../../text/catalogue.ts';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';

type Props = { message: MessageDetail; failure: NonNullable<MessageDetail['failure']>; symbol: string };

/** The text of what a failed message cost. */
function chargeOf(mode: Mode, refunded: boolean, cost: number): TextId {
  if (mode === 'TEST') return 'message.failedTest';
  if (cost === 0) return 'message.failedAtNoCost';
  return refunded ? 'message.failedRefunded' : 'message.failedCharged';
}

export function Failure({ message: { mode, cost, refunded }, failure, symbol }: Props) {
  const t = useText();
  const price = formatPrice(cost, symbol);
  return (
    <Flex gap={12} mb={24} p="12px 16px" bdrs={8} bg="var(--danger-soft)" c="var(--danger)">
      <IconAlertCircle size={20} stroke={1.75} style={{ flex: 'none' }} aria-hidden="true" />
      <div>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {translate(failure.description)}
        </Text>
        <Text mt={4} fz={13} c="var(--text)">
          {t(chargeOf(mode, refunded, cost), { price })}
        </Text>
      </div>
    </Flex>
  );
}
