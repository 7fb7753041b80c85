// The review dialog before sending: text, rows that scroll, and a foot that stays visible.
import { Box, Flex, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode, Ref } from 'react';
import { useText } from '../../text/useText.ts';
import { Dialog, type Opening } from './Dialog.tsx';
import classes from './ReviewModal.module.css';

/** `locked`: the dialog cannot be closed now. */
type Props = Opening & { title: string; locked: boolean; children: ReactNode };

export function ReviewModal(props: Props) {
  const phone = useMediaQuery('(max-width: 36em)');
  return <Dialog {...props} size={976} fullScreen={phone ?? false} closeOnClickOutside={false} parted />;
}

const SCROLLED = { overflowY: 'auto', borderBottom: '1px solid var(--hairline)' } as const;

/** The text and the rows. If there is no space for all, they scroll together, so the buttons stay visible. */
export const ReviewBody = ({ children }: { children: ReactNode }) => (
  <Flex direction="column" flex={1} mih={0} mt={-6} pt={6} style={SCROLLED}>
    {children}
  </Flex>
);

/**
 * The rows and their description, with space for at least a few rows. The body draws the line under the last
 * one.
 */
export const ReviewRows = ({ children }: { children: ReactNode }) => (
  <Flex direction="column" flex={1} mih={200} mb={-1}>
    {children}
  </Flex>
);

/** Closer to the title than elsewhere, because rows follow. */
export const ReviewText = ({ children }: { children: ReactNode }) => (
  <Box flex="none" mt={{ base: -2, xs: -6 }} px={{ base: 16, sm: 24 }} pb={{ base: 16, sm: 20 }} c="dimmed">
    {children}
  </Box>
);

/** The totals with their names. */
export const ReviewFigures = ({ figures }: { figures: readonly (readonly [string, string])[] }) => (
  <Flex component="dl" wrap="wrap" gap="12px 24px" mt={16}>
    {figures.map(([name, value]) => (
      <Box key={name} flex={{ base: '1 0 40%', xs: 1 }}>
        <Text component="dt" fz={13}>
          {name}
        </Text>
        <Text
          component="dd"
          c="var(--text)"
          fz={20}
          lh="28px"
          fw={600}
          lts="-0.01em"
          style={{ overflowWrap: 'anywhere' }}
        >
          {value}
        </Text>
      </Box>
    ))}
  </Flex>
);

/** Progress on the left, buttons on the right. */
export function ReviewFoot({ progress, children }: { progress?: ReactNode; children: ReactNode }) {
  return (
    <Group
      flex="none"
      justify="space-between"
      gap="16px 24px"
      px={{ base: 16, sm: 24 }}
      py={{ base: 16, sm: 20 }}
    >
      {progress}
      <Group className={classes.actions ?? ''} gap={12} ml="auto">
        {children}
      </Group>
    </Group>
  );
}

type TableProps = {
  label: string;
  /** Adds a last column for the outcome of each message. */
  status?: boolean;
  ref?: Ref<HTMLElement>;
  /** The ReviewRows. */
  children: ReactNode;
};

export function ReviewTable({ label, status = false, ref, children }: TableProps) {
  const t = useText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling areas must be reachable by keyboard
    <section ref={ref} className={classes.scroll} aria-label={label} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" className={classes.number}>
              {t('field.number')}
            </th>
            <th scope="col" className={classes.from}>
              {t('field.from')}
            </th>
            <th scope="col" className={classes.sendTime}>
              {t('field.sendTime')}
            </th>
            <th scope="col" className={classes.message}>
              {t('send.message')}
            </th>
            {status ? (
              <th scope="col" className={classes.status}>
                {t('field.status')}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

type RowProps = {
  number: string;
  from: string;
  sendTime: string;
  message: string;
  /** The error, shown instead of the message. */
  reason?: string | null;
  /**
   * Marks a row whose message is shown in full. On phones, other rows omit the message, which repeats an
   * earlier row's.
   */
  whole?: boolean;
  status?: ReactNode;
};

/** One message. On phones it takes three lines. */
export function ReviewRow({
  number,
  from,
  sendTime,
  message,
  reason = null,
  whole = false,
  status,
}: RowProps) {
  return (
    <tr>
      <td className={classes.number}>{number}</td>
      <td className={classes.from}>{from}</td>
      <td className={classes.sendTime}>{sendTime}</td>
      <td
        className={classes.message}
        data-failed={reason !== null || undefined}
        data-whole={whole || undefined}
      >
        <span title={reason ?? message}>{reason ?? message}</span>
      </td>
      {status ? <td className={classes.status}>{status}</td> : null}
    </tr>
  );
}
