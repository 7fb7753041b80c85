// The simple top bar of public pages: home, dashboard, and the account of a person who is signed in.
import { Flex } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Link, Outlet } from 'react-router';
import { queryClient } from '../../api/queryClient.ts';
import { visitorQuery } from '../../api/visitor.ts';
import { paths } from '../../paths.ts';
import { hasMarker, subscribe } from '../../session/storage.ts';
import type { TextId } from '../../text/catalogue.ts';
import { lists } from '../../text/lists/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { AvatarMenu } from './AvatarMenu.tsx';
import classes from './Frame.module.css';
import { Bar, SkipLink } from './Frame.tsx';
import { Wordmark } from './Wordmark.tsx';

type BarLink = { to: string; label: TextId };

const DASHBOARD: BarLink = { to: paths.home, label: 'nav.dashboard' };
const LOGIN: BarLink = { to: paths.login, label: 'action.login' };

const OPEN = [DASHBOARD, { to: paths.api, label: 'nav.apiOpen' }] as const satisfies BarLink[];

export function SimpleLayout() {
  return <Layout links={OPEN} />;
}

/** The same around the reference of the API, which has much to go through before its content. */
export function ReferenceLayout() {
  return <Layout links={OPEN} skippable />;
}

/** The same around the page for a new password, with the way to the login for a person who cannot get in. */
export function ResetLayout() {
  return <Layout links={[{ to: paths.about, label: 'nav.apiOpen' }, LOGIN]} />;
}

const Layout = withTexts(BarAndPage, lists);

function BarAndPage({ links, skippable = false }: { links: readonly BarLink[]; skippable?: boolean }) {
  return (
    <QueryClientProvider client={queryClient}>
      {skippable ? <SkipLink /> : null}
      <SimpleBar links={links} />
      <Outlet />
    </QueryClientProvider>
  );
}

function SimpleBar({ links }: { links: readonly BarLink[] }) {
  const t = useText();
  const marker = useSyncExternalStore(subscribe, hasMarker);
  const visitor = useQuery({ ...visitorQuery, enabled: marker });
  return (
    <Bar>
      <Wordmark to={marker ? paths.home : paths.login} />
      <Flex component="nav" align="center" gap={16} ml="auto" aria-label={t('nav.main')}>
        {links.map(({ to, label }) => (
          <Link key={to} to={to} className={classes.quiet}>
            {t(label)}
          </Link>
        ))}
        <AvatarMenu profile={(marker && visitor.data) || null} />
      </Flex>
    </Bar>
  );
}
