// The menu beside the filters of the log that chooses the columns and the height of its rows.
import { ActionIcon, Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { OPTIONAL_COLUMNS, useLogView } from './logView.ts';

const LABELS: Record<(typeof OPTIONAL_COLUMNS)[number], TextId> = {
  api: 'nav.api',
  from: 'field.from',
  text: 'logs.text',
  id: 'field.messageId',
  segments: 'field.segments',
};

/** Narrow screens stack the rows, so there is nothing to choose. */
export function LogViewMenu() {
  const t = useText();
  const { chosen, choose } = useLogView();
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={40}
          visibleFrom="md"
          aria-label={t('logs.view')}
          title={t('logs.view')}
        >
          <IconColumns3 size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxGroup value={[...chosen]} onChange={choose}>
          {OPTIONAL_COLUMNS.map((column) => (
            <Menu.CheckboxItem key={column} value={column}>
              {t(LABELS[column])}
            </Menu.CheckboxItem>
          ))}
          <Menu.Divider />
          <Menu.CheckboxItem value="compact">{t('logs.compact')}</Menu.CheckboxItem>
        </Menu.CheckboxGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
