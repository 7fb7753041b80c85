// ID verification as a form, at `/verify`: the kind of document, its first page and an optional second page.
import { ACCOUNT_TYPES, type AccountType, type VerificationRequest } from '@godwit/contract/verification';
import { Select, SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { DocumentUpload } from '../../components/form/DocumentUpload.tsx';
import { type Upload, useUpload } from '../../components/form/useUpload.ts';
import { Page } from '../../components/frame/Page.tsx';
import { HomeButton } from '../../components/frame/Wordmark.tsx';
import type { TextId } from '../../text/catalogue.ts';
import { files } from '../../text/files/en.ts';
import { useText } from '../../text/useText.ts';
import { verification } from '../../text/verification/en.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { RequestForm, VerificationGate } from './VerificationGate.tsx';

const ID_DOCUMENTS = {
  INDIVIDUAL: ['verify.nationalId', 'verify.passport', 'verify.drivingLicense'],
  BUSINESS: ['verify.businessRegistration'],
} as const satisfies Record<AccountType, readonly TextId[]>;
type IdDocument = (typeof ID_DOCUMENTS)[AccountType][number];

function VerifyPage() {
  const t = useText();
  return (
    <Page title={t('verify.title')}>
      <VerificationGate pendingAction={<HomeButton />}>
        {(last) => <VerifyForm last={last} />}
      </VerificationGate>
    </Page>
  );
}

function VerifyForm({ last }: { last: VerificationRequest | null }) {
  const t = useText();
  const [accountType, setAccountType] = useState<AccountType>(last?.account_type ?? 'INDIVIDUAL');
  const [chosen, setChosen] = useState<IdDocument>('verify.nationalId');
  const [errors, setErrors] = useState<[front?: TextId | undefined, back?: TextId | undefined]>([]);
  const front = useUpload(() => setErrors(([, second]) => [undefined, second]));
  const back = useUpload(() => setErrors(([first]) => [first]));
  const kinds: readonly IdDocument[] = ID_DOCUMENTS[accountType];
  const kind = kinds.includes(chosen) ? chosen : kinds[0]!;

  function collect() {
    const problems = [uploadProblem(front.upload, true), uploadProblem(back.upload, false)] as const;
    setErrors([...problems]);
    if (problems.some(Boolean)) return null;
    const documents = [front.upload, back.upload].flatMap((upload, index) =>
      upload.state === 'done'
        ? // Staff read this name in the review, so it is English in every language.
          [{ id: upload.file.id, name: `${verification[kind]}, page ${index + 1}` }]
        : [],
    );
    return { account_type: accountType, documents };
  }

  const errorText = (id: TextId | undefined) => id && t(id);
  return (
    <RequestForm last={last} collect={collect} action={t('verify.submit')} busyLabel={t('verify.submitting')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={24}>
        <Select
          label={t('field.accountType')}
          data={ACCOUNT_TYPES.map((type) => ({ value: type, label: t(`accountType.${type}`) }))}
          value={accountType}
          onChange={(type) => type && setAccountType(type as AccountType)}
        />
        <Select
          label={t('verify.idDocument')}
          data={kinds.map((id) => ({ value: id, label: t(id) }))}
          value={kind}
          onChange={(id) => id && setChosen(id as IdDocument)}
        />
      </SimpleGrid>
      <DocumentUpload label={t('verify.front')} error={errorText(errors[0])} {...front} />
      <DocumentUpload label={t('verify.back')} error={errorText(errors[1])} {...back} />
    </RequestForm>
  );
}

/** Returns the text id of the problem that prevents sending a page. */
function uploadProblem({ state }: Upload, required: boolean): TextId | undefined {
  if (state === 'sending') return 'document.wait';
  // A failed upload also shows its own error.
  return state !== 'done' && (required || state === 'failed') ? 'verify.selectDocument' : undefined;
}

export default withTexts(VerifyPage, { ...files, ...verification });
