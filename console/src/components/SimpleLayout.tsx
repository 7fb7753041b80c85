// The simple top bar of public pages: home, dashboard, and the account of a person who is signed in.
import { Flex } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Link, Outlet } from 'react-router';
import { visitorQuery } from '../api/accounts.ts';
import { queryClient } from '../api/queryClient.ts';
import { paths } from '../paths.ts';
import { hasMarker, subscribe } from '../session/storage.ts';
import type { TextId } from '../text/catalogue.ts';
import { lists } from '../text/lists.ts';
import { useText } from '../text/useText.ts';
import { withTexts } from '../text/withTexts.tsx';
import { AvatarMenu } from './AvatarMenu.tsx';
import classes from './Frame.module.css';
import { Bar } from './Frame.tsx';
import { Wordmark } from './Wordmark.tsx';

type BarLink = { to: string; label: TextId };

export function SimpleLayout() {
  return <Layout link={{ to: paths.home, label: 'nav.dashboard' }} />;
}

/** The same around the page for a new password, with the way to the login for a person who cannot get in. */
export function ResetLayout() {
  return <Layout link={{ to: paths.login, label: 'action.login' }} />;
}

const Layout = withTexts(BarAndPage, lists);

function BarAndPage({ link }: { link: BarLink }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SimpleBar {...link} />
      <Outlet />
    </QueryClientProvider>
  );
}

function SimpleBar({ to, label }: BarLink) {
  const t = useText();
  const marker = useSyncExternalStore(subscribe, hasMarker);
  const visitor = useQuery({ ...visitorQuery, enabled: marker });
  return (
    <Bar>
      <Wordmark to={marker ? paths.home : paths.login} />
      <Flex component="nav" align="center" gap={16} ml="auto" aria-label={t('nav.main')}>
        <Link to={to} className={classes.quiet}>
          {t(label)}
        </Link>
        <AvatarMenu profile={(marker && visitor.data) || null} />
      </Flex>
    </Bar>
  );
}
