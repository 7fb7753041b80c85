// The layout of public pages: a bar with links and the account menu.
import { Flex } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Link, Outlet } from 'react-router';
import { queryClient } from '../../api/queryClient.ts';
import { visitorQuery } from '../../api/visitor.ts';
import { paths } from '../../paths.ts';
import { hasMarker, subscribeToStorage } from '../../session/storage.ts';
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

/** The layout of the API reference, which has many links before its content and therefore a skip link. */
export function ReferenceLayout() {
  return <Layout links={OPEN} skippable />;
}

/** The layout of the password reset, with a link to the login. */
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
  const marker = useSyncExternalStore(subscribeToStorage, hasMarker);
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
