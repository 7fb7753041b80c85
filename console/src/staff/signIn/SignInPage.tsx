// The sign-in to the staff pages, at `/staff/sign-in`. Returns to the page that redirected here.
import { Box, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { sessionQuery } from '../api/client.ts';
import { BareStaffBar } from '../shell/StaffShell.tsx';
import { Steps } from './Steps.tsx';

export default function SignInPage() {
  const t = useText();
  const navigate = useNavigate();
  const { state } = useLocation();
  const queries = useQueryClient();
  // Loaded once, because a reload on focus could remove recovery codes that are still being copied.
  const session = useQuery({ ...sessionQuery, staleTime: Number.POSITIVE_INFINITY });
  const [title, setTitle] = useState(t('staff.signIn.title'));
  const from = (state as { from?: { pathname: string; search: string } } | null)?.from;
  const target = from ? from.pathname + from.search : '/staff';
  useDocumentTitle(`${title} · Godwit`);

  async function complete(): Promise<void> {
    queries.clear();
    await queries.fetchQuery(sessionQuery);
    navigate(target, { replace: true });
  }

  if (session.data?.next === 'NONE') return <Navigate to={target} replace />;

  return (
    <>
      <BareStaffBar />
      <Box component="main" maw={448} mx="auto" px={16} py={{ base: 24, xs: 64 }}>
        <Card>
          <Title mb={20} fz={24} lh="32px">
            {title}
          </Title>
          {session.isPending ? null : (
            <Steps start={session.data?.next ?? null} onSignedIn={complete} onTitle={setTitle} />
          )}
        </Card>
      </Box>
    </>
  );
}
