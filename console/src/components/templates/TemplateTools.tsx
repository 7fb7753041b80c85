// The buttons below a message that insert a template or save the text as one. The text that a template
// replaced can be restored. The dialog loads when it is first opened. A template selected in the search is
// inserted at once.
import { Anchor, Box, Group } from '@mantine/core';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { templateOf } from '../../session/context.ts';
import { messageForm } from '../../text/messageForm/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { buttonFor } from '../../ui/richText.tsx';
import { lazyPart } from '../lazyPart.ts';

const TemplatesDialog = lazyPart(() => import('./TemplatesDialog.tsx'), 'TemplatesDialog');

export type ToolsProps = {
  projectId: string;
  content: string;
  /** Whether merge fields are filled in for each recipient. */
  merges: boolean;
  onUse: (content: string) => void;
};

export const TemplateTools = withTexts(function TemplateTools({ content, onUse, ...props }: ToolsProps) {
  const t = useText();
  const useOne = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  // The initial view of the dialog at each opening: the list, or the typed text as a new template.
  const [opening, setOpening] = useState<{ times: number; typed: string | null } | null>(null);
  const [used, setUsed] = useState<{ name: string; content: string; before: string } | null>(null);

  function open(typed: string | null): void {
    setOpening((last) => ({ times: (last?.times ?? 0) + 1, typed }));
    setOpened(true);
  }
  function insert({ name, content: next }: { name: string; content: string }): void {
    setUsed({ name, content: next, before: content });
    onUse(next);
  }
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const selected = templateOf(state);
  const insertSelected = useEffectEvent((template: NonNullable<typeof selected>) => {
    insert(template);
    // Otherwise a reload would insert the template again, over text typed since.
    void navigate(pathname, { replace: true, state: null });
  });
  useEffect(() => {
    if (selected) insertSelected(selected);
  }, [selected]);
  function restore(): void {
    if (used) onUse(used.before);
    useOne.current?.focus();
  }
  const replaced = used && used.content === content && used.before.trim() !== '' ? used : null;
  return (
    <>
      <Group gap="4px 16px">
        <Anchor ref={useOne} component="button" type="button" inherit mih={24} onClick={() => open(null)}>
          {t('templates.useOne')}
        </Anchor>
        {content.trim() === '' ? null : (
          <Anchor component="button" type="button" inherit mih={24} onClick={() => open(content)}>
            {t('templates.saveTitle')}
          </Anchor>
        )}
      </Group>
      <Box role="status" flex={replaced ? '1 0 100%' : 'none'} style={{ overflowWrap: 'anywhere' }}>
        {replaced ? t.rich('templates.used', { name: replaced.name, undo: buttonFor(restore) }) : null}
      </Box>
      {opening ? (
        <Suspense fallback={null}>
          <TemplatesDialog
            {...props}
            key={opening.times}
            opened={opened}
            onClose={() => setOpened(false)}
            typed={opening.typed}
            onUse={insert}
          />
        </Suspense>
      ) : null}
    </>
  );
}, messageForm);
