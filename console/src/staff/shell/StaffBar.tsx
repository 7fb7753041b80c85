// The dark bar and, below it, the sections; on a phone both fold into one drawer.
import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { AccountPopover } from '../../components/AccountPopover.tsx';
import avatar from '../../components/AvatarMenu.module.css';
import nav from '../../components/MainNav.module.css';
import { SchemeChoice } from '../../components/SchemeChoice.tsx';
import { SkipLink } from '../../components/SkipLink.tsx';
import bar from '../../components/TopBar.module.css';
import { toastError } from '../../components/toast.ts';
import { useText } from '../../text/useText.ts';
import { countsQuery, logout } from '../api/session.ts';
import { staffPaths } from '../paths.ts';
import classes from './StaffBar.module.css';
import { StaffMark } from './StaffMark.tsx';
import { SECTIONS } from './sections.ts';
import { useMay, useStaff } from './session.ts';

export function StaffBar() {
  const t = useText();
  const [opened, drawer] = useDisclosure(false);
  return (
    <>
      <SkipLink />
      <header className={bar.bar}>
        <div className={bar.inner}>
          <ActionIcon className={bar.burger ?? ''} aria-label={t('nav.open')} onClick={drawer.open}>
            <IconMenu2 size={22} stroke={1.75} />
          </ActionIcon>
          <StaffMark to="/staff" />
          <div className={bar.end}>
            <Account />
          </div>
        </div>
      </header>
      <div className={bar.second}>
        <div className={`${bar.secondInner} ${classes.sections}`}>
          <Sections />
        </div>
      </div>
      <Drawer
        opened={opened}
        onClose={drawer.close}
        size={304}
        title={t('staff.title')}
        closeButtonProps={{ 'aria-label': t('nav.close') }}
      >
        <Sections vertical onFollow={drawer.close} />
      </Drawer>
    </>
  );
}

function Sections({ vertical = false, onFollow }: { vertical?: boolean; onFollow?: () => void }) {
  const t = useText();
  const may = useMay();
  const { pathname } = useLocation();
  const counts = useQuery(countsQuery);
  return (
    <nav aria-label={t('nav.main')} className={vertical ? nav.column : nav.row}>
      {SECTIONS.filter(({ action }) => may(action)).map(({ id, to, count }) => {
        const waiting = count ? counts.data?.[count] : null;
        const current = pathname === to || pathname.startsWith(`${to}/`);
        return (
          <Link
            key={id}
            to={to}
            className={nav.entry}
            aria-current={current ? 'page' : undefined}
            onClick={() => onFollow?.()}
          >
            {t(id)}
            {waiting ? <span className={classes.count}>{waiting}</span> : null}
          </Link>
        );
      })}
    </nav>
  );
}

function Account() {
  const t = useText();
  const { email } = useStaff();

  async function leave(): Promise<void> {
    try {
      await logout();
      location.assign(staffPaths.signIn);
    } catch (error) {
      toastError(error);
    }
  }

  return (
    <>
      <span className={classes.email}>{email}</span>
      <AccountPopover name={email} avatar={email.slice(0, 1).toUpperCase()}>
        {() => (
          <>
            <div className={avatar.who}>
              <p className={avatar.name}>{email}</p>
              <Role />
            </div>
            <SchemeChoice />
            <div className={avatar.links}>
              <button type="button" onClick={leave} className={avatar.item}>
                {t('avatar.logout')}
              </button>
            </div>
          </>
        )}
      </AccountPopover>
    </>
  );
}

function Role() {
  const t = useText();
  const { role } = useStaff();
  return <p className={avatar.email}>{t(`staff.role.${role}`)}</p>;
}

/** The dark bar alone, while nobody is signed in or it is not known yet who. */
export function BareStaffBar() {
  return (
    <header className={bar.bar}>
      <div className={bar.inner}>
        <StaffMark to="/staff" />
      </div>
    </header>
  );
}
