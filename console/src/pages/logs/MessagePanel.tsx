// A message beside the list that it was opened from. Escape and a button close it.
import { Box, CloseButton, Group, Title } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useEffect } from 'react';
import { useParams } from 'react-router';
import { visible } from '../../components/list/useListKeys.ts';
import { useText } from '../../text/useText.ts';
import { BESIDE, takeFocus } from '../../ui/beside.ts';
import classes from './MessagePanel.module.css';

/** The list's part: how to close the message beside it. */
export type Beside = { close: () => void };

/** Open menus, dialogs and fields, which Escape belongs to first. */
const TAKES_ESCAPE = '[aria-modal], [role=menu], [role=listbox]';
const FIELDS = 'input, textarea, select';

type Props = { beside: Beside; actions: ReactNode; children: ReactNode };

export function MessagePanel({ beside: { close }, actions, children }: Props) {
  const t = useText();
  const { id } = useParams();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message is read from its top
  useEffect(() => {
    document.getElementById(BESIDE)?.scrollTo(0, 0);
  }, [id]);
  // Before the menu that it closes is gone.
  useWindowEvent(
    'keydown',
    ({ key, target }) => {
      const isField = target instanceof Element && target.matches(FIELDS);
      if (key === 'Escape' && !isField && visible(TAKES_ESCAPE).length === 0) close();
    },
    { capture: true },
  );
  return (
    <section
      ref={takeFocus}
      id={BESIDE}
      className={classes.panel}
      tabIndex={-1}
      aria-label={t('message.title')}
    >
      <Box className={classes.head ?? ''} px={24} py={12}>
        <Group gap="4px 16px" wrap="nowrap">
          <Title order={2} flex={1}>
            {t('message.title')}
          </Title>
          {actions}
          <CloseButton
            size={40}
            mr={-8}
            aria-label={t('action.close')}
            title={t('action.close')}
            onClick={close}
          />
        </Group>
      </Box>
      <div className={classes.parts}>{children}</div>
    </section>
  );
}
