// The account, at `/profile`: who, how one signs in, which projects, and where one is signed in.

import { Page } from '../../components/Page.tsx';
import { paths } from '../../paths.ts';
import { profile } from '../../text/profile.ts';
import { secondFactor } from '../../text/secondFactor.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { AccountSettings } from './AccountSettings.tsx';
import { LoginSessions } from './LoginSessions.tsx';
import classes from './ProfilePage.module.css';
import { Projects } from './Projects.tsx';
import { TwoStepLogin } from './TwoStepLogin.tsx';

function ProfilePage() {
  const t = useText();
  return (
    <Page title={t('profile.title')} back={{ to: paths.home }}>
      <div className={classes.sections}>
        <AccountSettings />
        <TwoStepLogin />
        <Projects />
        <LoginSessions />
      </div>
    </Page>
  );
}

export default withTexts(ProfilePage, { ...profile, ...secondFactor });
