// The shell of staff pages: the session, the bars with the sections of the role, and the re-login dialog.
import { Box, Button, Group, Text, UnstyledButton } from '@mantine/core';
import { useFocusReturn } from '@mantine/hooks';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { type ApiError, errorMessage } from '../../api/errors.ts';
import { queryClient } from '../../api/queryClient.ts';
import { Dialog } from '../../components/dialog/Dialog.tsx';
import { AccountPopover } from '../../components/frame/AccountPopover.tsx';
import classes from '../../components/frame/Frame.module.css';
import { Bar, FrameLoading } from '../../components/frame/Frame.tsx';
import { useAttention } from '../../components/frame/useAttention.ts';
import { Wordmark } from '../../components/frame/Wordmark.tsx';
import { toastError } from '../../components/toast/toast.ts';
import { useText } from '../../text/useText.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { logout, relogin, sessionQuery } from '../api/client.ts';
import { staffPaths } from '../paths.ts';
import { Steps } from '../signIn/Steps.tsx';
import { useAreas } from './areas.ts';
import { StaffBars } from './StaffBars.tsx';
import { StaffContext, useStaff } from './StaffPage.tsx';

/** Provides the query cache to all staff pages, including the sign-in. */
export function StaffRoot() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}

/** Leads those who are not signed in to the sign-in page, and back here afterwards. */
export function StaffShell() {
  const t = useText();
  const from = useLocation();
  // Loads the session once. If it ends later, the re-login dialog opens.
  const session = useQuery({ ...sessionQuery, staleTime: Number.POSITIVE_INFINITY });
  if (session.data?.next === 'NONE') {
    return (
      <StaffContext value={session.data.staff}>
        <SignedInBars />
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
            text={`${t('staff.loadFailed')} ${errorMessage(session.error)}`}
            action={<Button onClick={() => session.refetch()}>{t('action.tryAgain')}</Button>}
          />
        </main>
      ) : (
        <FrameLoading />
      )}
    </>
  );
}

/** `/staff` itself: the first page that the role allows. */
export function FirstPage() {
  const [first] = useAreas();
  return first ? <Navigate to={first.to} replace /> : null;
}

function SignedInBars() {
  useAttention();
  return <StaffBars mark={<StaffMark />} end={<Account />} />;
}

function Account() {
  const t = useText();
  const { email, role } = useStaff();

  async function logOut(): Promise<void> {
    try {
      await logout();
      location.assign(staffPaths.signIn);
    } catch (error) {
      toastError(error);
    }
  }

  return (
    <AccountPopover
      name={email}
      avatar={email.slice(0, 1).toUpperCase()}
      about={() => (
        <>
          <Text fw={600}>{email}</Text>
          <Text c="dimmed">{t(`staff.role.${role}`)}</Text>
        </>
      )}
    >
      {() => (
        <Box p={8}>
          <UnstyledButton onClick={logOut} className={classes.item}>
            {t('avatar.logout')}
          </UnstyledButton>
        </Box>
      )}
    </AccountPopover>
  );
}

/** The logo, the name, and the word "Staff". */
function StaffMark() {
  const t = useText();
  return (
    <Group gap={16} wrap="nowrap">
      <Wordmark to="/staff" />
      <Text span fz={13} pl={16} c="var(--bar-quiet)" style={{ borderLeft: '1px solid var(--bar-edge)' }}>
        {t('staff.title')}
      </Text>
    </Group>
  );
}

export const BareStaffBar = () => (
  <Bar>
    <StaffMark />
  </Bar>
);

/** An unknown address below /staff. */
export function StaffNotFound() {
  const t = useText();
  return (
    <main id="content" tabIndex={-1}>
      <Notice title={t('notFound.title')} text={t('notFound.text')}>
        <Button component={Link} to="/staff">
          {t('staff.goToStart')}
        </Button>
      </Notice>
    </main>
  );
}

/**
 * The dialog shown when the session has ended. After a login it repeats the calls that failed, so the page
 * keeps its input.
 */
function StaffRelogin({ email }: { email: string }) {
  const t = useText();
  const isPending = relogin.usePending() !== null;
  const [title, setTitle] = useState('');
  useFocusReturn({ opened: isPending });

  async function signedIn(): Promise<void> {
    const { staff } = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
    // A different person must not repeat these calls, so the page loads from the start.
    if (staff.email === email) relogin.finish(true);
    else location.assign('/staff');
  }

  return (
    <Dialog
      opened={isPending}
      onClose={() => location.assign(staffPaths.signIn)}
      closeOnClickOutside={false}
      title={title || t('staff.relogin.title')}
      returnFocus={false}
      zIndex={400}
    >
      <Text mb={20} c="dimmed">
        {t('staff.relogin.text')}
      </Text>
      <Steps email={email} onSignedIn={signedIn} onTitle={setTitle} />
    </Dialog>
  );
}
