// The frame of signed-in pages, of customers and of staff: the dark bar and, below it, the navigation; on a phone both fold into one
// drawer.
import { ActionIcon, Drawer, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { PROJECT_OPENER } from '../session/context.ts';
import { useText } from '../text/useText.ts';
import classes from './Frame.module.css';

export type NavEntry = {
  label: string;
  to: string;
  current: boolean;
  /** Work that waits there. */
  count?: number | null | undefined;
  /** Asked instead of leading there. */
  onPress?: (() => void) | undefined;
};

type Props = {
  /** Mark and name, and what stands beside them on wide screens. */
  mark: ReactNode;
  beside?: ReactNode;
  entries: NavEntry[];
  /** The end of the bar. */
  end: ReactNode;
  drawerTitle: string;
  /** What the drawer has below the navigation. */
  drawerMore?: (close: () => void) => ReactNode;
};

const MANY = 6;

export function Bars({ mark, beside, entries, end, drawerTitle, drawerMore }: Props) {
  const t = useText();
  const [opened, drawer] = useDisclosure(false);
  return (
    <>
      <SkipLink />
      <header className={classes.bar}>
        <div className={classes.inner}>
          <ActionIcon
            className={classes.burger ?? ''}
            aria-label={t('nav.open')}
            onClick={drawer.open}
            {...{ [PROJECT_OPENER]: true }}
          >
            <IconMenu2 size={22} stroke={1.75} />
          </ActionIcon>
          {mark}
          {beside ? <div className={classes.wide}>{beside}</div> : null}
          <div className={classes.end}>{end}</div>
        </div>
      </header>
      <div className={classes.second}>
        <div className={classes.secondInner} data-many={entries.length > MANY || undefined}>
          <Nav entries={entries} className={classes.row} />
        </div>
      </div>
      <Drawer
        opened={opened}
        onClose={drawer.close}
        size={304}
        title={drawerTitle}
        closeButtonProps={{ 'aria-label': t('nav.close') }}
      >
        <Nav entries={entries} className={classes.column} onFollow={drawer.close} />
        {drawerMore?.(drawer.close)}
      </Drawer>
    </>
  );
}

type NavProps = { entries: NavEntry[]; className: string | undefined; onFollow?: () => void };

function Nav({ entries, className, onFollow }: NavProps) {
  const t = useText();
  return (
    <nav aria-label={t('nav.main')} className={className}>
      {entries.map(({ label, to, current, count, onPress }) => {
        if (onPress) {
          const press = () => {
            onFollow?.();
            onPress();
          };
          return (
            <button key={to} type="button" className={classes.entry} onClick={press}>
              {label}
            </button>
          );
        }
        return (
          <Link
            key={to}
            to={to}
            className={classes.entry}
            aria-current={current ? 'page' : undefined}
            onClick={() => onFollow?.()}
          >
            {label}
            {count ? <span className={classes.count}>{count}</span> : null}
          </Link>
        );
      })}
    </nav>
  );
}

/** Whether a path is an area's, or below it. */
export const isIn = (pathname: string, area: string): boolean =>
  pathname === area || pathname.startsWith(`${area}/`);

/** The first stop of every page: past the bars, to its content. The address stays, since pages that ask before they are left watch it. */
function SkipLink() {
  const t = useText();
  function skip(event: MouseEvent): void {
    event.preventDefault();
    document.getElementById('content')?.focus();
  }
  return (
    // biome-ignore lint/a11y/useValidAnchor: leads to a place on the page, and screen readers list it among the links
    <a href="#content" className={classes.skip} onClick={skip}>
      {t('nav.skip')}
    </a>
  );
}

/** The dark bar alone, while no one is signed in or it is not known yet who. */
export function BareBar({ mark }: { mark: ReactNode }) {
  return (
    <header className={classes.bar}>
      <div className={classes.inner}>{mark}</div>
    </header>
  );
}

export function FrameLoading() {
  return (
    <Stack gap={24} className={classes.loading ?? ''} aria-busy="true">
      <Skeleton height={36} width={160} />
      <Skeleton height={240} />
    </Stack>
  );
}
