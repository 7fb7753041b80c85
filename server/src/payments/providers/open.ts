// The payment providers of this installation: those with keys and, on a private machine, the practice
// checkout for the others.
import type { Gateway, PaymentOptions } from '@godwit/contract/payments/payments';
import { isPracticeMachine } from '../../http/address.ts';
import type { Services } from '../../services.ts';
import { openPayhere } from './payhere/payhere.ts';
import { openPractice } from './practice/practice.ts';
import type { Provider, ProviderName } from './provider.ts';
import { openStripe } from './stripe/stripe.ts';

/** PayHere takes cards of this region alone. */
const PAYHERE_REGION = 'LK';

export type Providers = {
  /** The one for a gateway in a region; undefined if cards cannot be paid by it. */
  of(gateway: Gateway, regionId: string): Provider | undefined;
  byName(name: ProviderName): Provider | undefined;
  /** Card payment options of a region. */
  cards(regionId: string): PaymentOptions['cards'];
};

/** Opens the providers whose settings are there. */
export function openProviders({ settings, secrets }: Pick<Services, 'settings' | 'secrets'>): Providers {
  const practice = isPracticeMachine(settings) ? openPractice(secrets) : undefined;
  const gateways: Record<Gateway, Provider | undefined> = {
    STRIPE: openStripe(settings) ?? practice,
    PAYHERE: openPayhere(settings) ?? practice,
  };
  const of = (gateway: Gateway, regionId: string) =>
    gateway === 'STRIPE' || regionId === PAYHERE_REGION ? gateways[gateway] : undefined;
  return {
    of,
    byName: (name) =>
      name === 'PRACTICE' ? practice : gateways[name]?.name === name ? gateways[name] : undefined,
    cards: (regionId) =>
      (['PAYHERE', 'STRIPE'] as const).flatMap((ipg) => {
        const provider = of(ipg, regionId);
        return provider ? [{ ipg, local: ipg === 'PAYHERE', practice: provider === practice }] : [];
      }),
  };
}
