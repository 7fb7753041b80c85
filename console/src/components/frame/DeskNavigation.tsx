// The navigation of wide screens: the five main pages, then the others. If the others do not fit, they are in
// a menu; Frame.module.css has the widths.
import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useText } from '../../text/useText.ts';
import { useOpened } from '../../ui/useOpened.ts';
import type { Entries } from './entries.ts';
import classes from './Frame.module.css';
import { Count, Nav, NavRow } from './Frame.tsx';

export function DeskNavigation({ entries: { main, more } }: { entries: Entries }) {
  const t = useText();
  return (
    <NavRow>
      <Nav label={t('nav.main')} entries={main} gap={32} h={48} item={classes.tab} />
      <Nav label={t('nav.more')} entries={more} h={48} item={classes.tab} className={classes.others ?? ''} />
      <MoreMenu entries={more} />
    </NavRow>
  );
}

function MoreMenu({ entries }: { entries: Entries['more'] }) {
  const t = useText();
  const { opened, setOpened, onKeyDown } = useOpened();
  const isCurrent = entries.some(({ current }) => current);
  const count = entries.reduce((sum, { count }) => sum + (count ?? 0), 0);
  return (
    <div className={classes.more}>
      <Menu opened={opened} onChange={setOpened} position="bottom-start" width={240}>
        <Menu.Target>
          <UnstyledButton
            className={classes.tab}
            h={48}
            data-current={isCurrent || undefined}
            onKeyDown={onKeyDown}
          >
            {t('nav.more')}
            {count ? <Count isCurrent={isCurrent}>{count}</Count> : null}
            <IconChevronDown size={16} style={{ marginLeft: 4 }} aria-hidden="true" />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {entries.map(({ label, to, current, count }) => (
            <Menu.Item
              key={to}
              component={Link}
              to={to}
              aria-current={current ? 'page' : undefined}
              rightSection={count ? <Count isCurrent={false}>{count}</Count> : null}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
