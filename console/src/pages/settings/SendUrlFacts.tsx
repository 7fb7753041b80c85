// The next step with a new send URL: the lines or fields to enter at the program that calls it.
import type { NewSendUrl, SendUrlFormat } from '@godwit/contract/sendUrls';
import { Text } from '@mantine/core';
import { CopyId } from '../../components/CopyButton.tsx';
import { WorkedExample } from '../../components/WorkedExample.tsx';
import { useText } from '../../text/useText.ts';
import { Fact } from '../../ui/Facts.tsx';

/** The address that all URLs share, and the token, which both programs keep more secret than an address. */
function partsOf({ url }: NewSendUrl): { address: string; token: string } {
  const end = url.lastIndexOf('/');
  return { address: url.slice(0, end), token: url.slice(end + 1) };
}

/** The receiver of Alertmanager. */
const receiver = (url: NewSendUrl) => `receivers:
  - name: sms
    webhook_configs:
      - url: ${partsOf(url).address}
        max_alerts: 20
        http_config:
          authorization:
            credentials: ${partsOf(url).token}`;

/** The first step at the program. */
export function SendUrlNext({ url }: { url: NewSendUrl }) {
  const t = useText();
  if (url.format === 'GENERIC') return null;
  const text = t(`sendUrls.${url.format}Next`);
  return url.format === 'ALERTMANAGER' ? (
    <WorkedExample text={text} code={receiver(url)} />
  ) : (
    <Text>{text}</Text>
  );
}

/** The facts to copy, by the names that the program has for them. */
export function SendUrlFacts({ url }: { url: NewSendUrl }) {
  const t = useText();
  const { address, token } = partsOf(url);
  const facts: Record<SendUrlFormat, [name: string, value: string][]> = {
    GENERIC: [[t('sendUrls.url'), url.url]],
    ALERTMANAGER: [[t('sendUrls.token'), token]],
    GRAFANA: [
      ['URL', address],
      ['Authorization Header - Credentials', token],
      ['Max Alerts', '20'],
      ['HMAC Signature: Secret', url.secret ?? ''],
      ['HMAC Signature: Timestamp header', 'X-Grafana-Alerting-Timestamp'],
    ],
    SUPABASE: [
      [t('sendUrls.url'), url.url],
      [t('sendUrls.secret'), url.secret ?? ''],
    ],
  };
  return facts[url.format].map(([name, value]) => (
    <Fact key={name} name={name} whole>
      <CopyId id={value} label={t('sendUrls.copyOf', { name })} />
    </Fact>
  ));
}
