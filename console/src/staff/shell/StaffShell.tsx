// Everything around a staff page: who is signed in, the bar and the sections their role may see, and the dialog that brings a
// session back over whatever was being done.
import { Button, Skeleton } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { type ApiError, wordsFor } from '../../api/errors.ts';
import { queryClient } from '../../api/queryClient.ts';
import shell from '../../components/Shell.module.css';
import { useText } from '../../text/useText.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { sessionQuery } from '../api/session.ts';
import { staffPaths } from '../paths.ts';
import { StaffRelogin } from '../signIn/StaffRelogin.tsx';
import { BareStaffBar, StaffBar } from './StaffBar.tsx';
import { StaffContext } from './session.ts';

/** The cache for all staff pages, the sign-in among them. */
export function StaffRoot() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}

/** Whoever is not signed in is led to the sign-in page, and back here afterwards. */
export function StaffShell() {
  const t = useText();
  const from = useLocation();
  // Read once: a session that ends later is the dialog's business.
  const session = useQuery({ ...sessionQuery, staleTime: Number.POSITIVE_INFINITY });
  if (session.data?.next === 'NONE') {
    return (
      <StaffContext value={session.data.staff}>
        <StaffBar />
        <Outlet />
        <StaffRelogin email={session.data.staff.email} />
        <ScrollRestoration />
      </StaffContext>
    );
  }
  const isSignedOut = session.data !== undefined || (session.error as ApiError | null)?.status === 401;
  if (isSignedOut) return <Navigate to={staffPaths.signIn} replace state={{ from }} />;
  return (
    <>
      <BareStaffBar />
      {session.isError ? (
        <main>
          <EmptyState
            text={`${t('staff.loadFailed')} ${wordsFor(session.error)}`}
            action={<Button onClick={() => session.refetch()}>{t('app.tryAgain')}</Button>}
          />
        </main>
      ) : (
        <div className={shell.loading} aria-busy="true">
          <Skeleton height={36} width={160} />
          <Skeleton height={240} />
        </div>
      )}
    </>
  );
}
