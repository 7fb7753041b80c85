// The whole document of a rule set.
import { useText } from '../../text/useText.ts';
import { setQuery } from '../api/rules.ts';
import { DocumentButton } from '../shell/DocumentButton.tsx';

export function SetDocument({ number }: { number: number }) {
  const t = useText();
  return (
    <DocumentButton
      query={setQuery(number)}
      labels={{
        button: t('staff.rules.showDocument'),
        named: t('staff.rules.showDocumentOf', { number }),
        title: t('staff.rules.documentOf', { number }),
        field: t('staff.rules.document'),
        text: t('staff.rules.documentText'),
      }}
    />
  );
}
