// Signing in to the staff pages, at `/staff/sign-in`; whoever was sent here from a page goes back to it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { sessionQuery } from '../api/session.ts';
import { StaffMark } from '../shell/StaffMark.tsx';
import classes from './SignInPage.module.css';
import { Steps } from './Steps.tsx';

export default function SignInPage() {
  const t = useText();
  const navigate = useNavigate();
  const { state } = useLocation();
  const queries = useQueryClient();
  const session = useQuery(sessionQuery);
  const [title, setTitle] = useState(t('staff.signIn.title'));
  useEffect(() => {
    document.title = `${title} · Godwit`;
  }, [title]);

  async function enter(): Promise<void> {
    queries.clear();
    await queries.fetchQuery(sessionQuery);
    const from = (state as { from?: { pathname: string; search: string } } | null)?.from;
    navigate(from ? from.pathname + from.search : '/staff', { replace: true });
  }

  return (
    <>
      <header className={classes.bar}>
        <StaffMark to="/staff" />
      </header>
      <main className={classes.page}>
        <Card>
          <h1 className={classes.title}>{title}</h1>
          {session.isPending ? null : (
            <Steps start={session.data?.next ?? null} onSignedIn={enter} onTitle={setTitle} />
          )}
        </Card>
      </main>
    </>
  );
}
