// One registration of a sender id, at `/staff/sender-ids/registers/{id}`.
import { useParams } from 'react-router';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { LoadingCard } from '../../ui/Card.tsx';
import { staffOwner } from '../ownerText.ts';
import { staffPaths } from '../paths.ts';
import { staffRegistrations } from '../registrationsText.ts';
import { StaffPage, useBack } from '../shell/StaffPage.tsx';
import { Registration, RegistrationState, registrationName, useRegistration } from './Registration.tsx';
import { RegistrationActions } from './RegistrationActions.tsx';

function RegistrationPage() {
  const t = useText();
  const { id = '' } = useParams();
  const back = useBack(staffPaths.registrations);
  const { error, refetch, parts } = useRegistration(id);
  const title = t('staff.registrations.title');
  if (!parts) {
    const missing = { text: t('staff.registrations.missing'), back: title, to: staffPaths.registrations };
    return (
      <StaffPage title={title} back={back}>
        {error ? (
          <LoadFailed error={error} onRetry={refetch} missing={missing} />
        ) : (
          <LoadingCard heights={[28, 160, 40]} />
        )}
      </StaffPage>
    );
  }
  return (
    <StaffPage
      title={registrationName(t, parts)}
      back={back}
      actions={
        <>
          <RegistrationState registration={parts.registration} />
          <RegistrationActions {...parts} />
        </>
      }
    >
      <Registration {...parts} />
    </StaffPage>
  );
}

export default withTexts(RegistrationPage, { ...staffRegistrations, ...staffOwner });
