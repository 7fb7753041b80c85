// The whole document of a version of the network.
import { useText } from '../../text/useText.ts';
import { versionQuery } from '../api/network.ts';
import { DocumentButton } from '../shell/DocumentButton.tsx';

export function VersionDocument({ number }: { number: number }) {
  const t = useText();
  return (
    <DocumentButton
      query={versionQuery(number)}
      labels={{
        button: t('staff.network.showDocument'),
        named: t('staff.network.showDocumentOf', { number }),
        title: t('staff.network.documentOf', { number }),
        field: t('staff.network.document'),
        text: t('staff.network.documentText'),
      }}
    />
  );
}
