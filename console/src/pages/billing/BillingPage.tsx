// Billing, at `/billing`, `/billing/usage` and `/billing/payments`: its parts, and the payment dialog, which
// `?pay=1` opens. `/payment-complete` shares the bundle.
import { useThrottledValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { BILLING_KEY } from '../../api/billing.ts';
import { Page } from '../../components/frame/Page.tsx';
import { SectionMenu } from '../../components/frame/SectionMenu.tsx';
import { topUpPath } from '../../components/frame/TopUp.tsx';
import { lazyPart } from '../../components/lazyPart.ts';
import { paths } from '../../paths.ts';
import { useMay, useTeam } from '../../session/context.ts';
import { billing } from '../../text/billing/en.ts';
import { files } from '../../text/files/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { History } from './History.tsx';
import { Overview } from './Overview.tsx';
import { PaymentComplete } from './PaymentComplete.tsx';
import { UsagePart } from './UsagePart.tsx';

/** The page refreshes the data that depends on the balance at most this often. */
const REFRESH_MS = 2000;

const PaymentDialog = lazyPart(() => import('./PaymentDialog.tsx'), 'PaymentDialog');

function BillingPage() {
  const { pathname } = useLocation();
  return pathname === paths.paymentComplete ? <PaymentComplete /> : <Billing />;
}

function Billing() {
  const t = useText();
  const { name, id } = useTeam();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isPaying = useMay('billing') && new URLSearchParams(search).get('pay') === '1';
  // The dialog stays mounted until it has faded out.
  const [isMounted, setMounted] = useState(isPaying);
  if (isPaying && !isMounted) setMounted(true);
  useBalanceRefresh();

  return (
    <Page title={t('nav.billing')} subtitle={name}>
      <SectionMenu
        label={t('nav.billing')}
        parts={[
          [paths.billing, t('billing.overview')],
          [paths.usage, t('billing.usage')],
          [paths.payments, t('billing.history')],
        ]}
      >
        {pathname === paths.usage ? <UsagePart /> : null}
        {pathname === paths.payments ? <History /> : null}
        {pathname === paths.billing ? <Overview onPay={() => void navigate(topUpPath)} /> : null}
      </SectionMenu>
      {isMounted ? (
        <Suspense fallback={null}>
          <PaymentDialog
            teamId={id}
            opened={isPaying}
            onClose={() => void navigate(pathname, { replace: true })}
            onExited={() => setMounted(false)}
          />
        </Suspense>
      ) : null}
    </Page>
  );
}

/** Refreshes the billing data when the balance changes, for example after a payment or a message. */
function useBalanceRefresh(): void {
  const client = useQueryClient();
  const balance = useThrottledValue(useTeam().balance, REFRESH_MS);
  const lastBalance = useRef(balance);
  useEffect(() => {
    if (lastBalance.current === balance) return;
    lastBalance.current = balance;
    void client.invalidateQueries({ queryKey: BILLING_KEY });
  }, [client, balance]);
}

export default withTexts(BillingPage, { ...billing, ...files });
