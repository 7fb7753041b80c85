// The request for a new password, at `/forgot-password`. The dialog of the login page sends the same one.
import { ForgotPasswordForm } from '../../components/access/LoginHelp.tsx';
import { paths } from '../../paths.ts';
import { registration } from '../../text/registration/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { FormCard } from './FormCard.tsx';

function ForgotPasswordPage() {
  const t = useText();
  return (
    <FormCard title={t('forgot.title')} text={t('forgot.text')} back={paths.login}>
      <ForgotPasswordForm submitLabel={t('action.send')} />
    </FormCard>
  );
}

export default withTexts(ForgotPasswordPage, registration);
