// What a project without messages shows: three steps, of which only the last works at once and has the filled button.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { SendSmsButton } from '../../components/SendSmsButton.tsx';
import { paths } from '../../paths.ts';
import { useProfile } from '../../session/context.ts';
import { storeMode } from '../../session/storage.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import classes from './FirstSteps.module.css';

export function FirstSteps() {
  const t = useText();
  const { id_verified, verification } = useProfile();
  const identity = id_verified ? 'home.step1Done' : 'home.step1When';
  return (
    <div className={classes.steps}>
      <Card padded={false}>
        <div className={classes.head}>
          <h2>{t('home.stepsTitle')}</h2>
          <p>{t('home.stepsText')}</p>
        </div>
        <ol className={classes.list}>
          <Step
            number={1}
            when={t(verification === 'PENDING' ? 'home.step1Pending' : identity)}
            title={t('home.step1Title')}
            text={t('home.step1Text')}
          >
            {id_verified ? null : (
              <Button variant="outline" component={Link} to={paths.requestVerification}>
                {t('home.step1Action')}
              </Button>
            )}
          </Step>
          <Step number={2} when={t('home.step2When')} title={t('home.step2Title')} text={t('home.step2Text')}>
            <Button variant="outline" component={Link} to={paths.senderId}>
              {t('home.step2Action')}
            </Button>
          </Step>
          <Step
            number={3}
            when={t('home.step3When')}
            title={t('home.step3Title')}
            text={t('home.step3Text')}
            ready
          >
            {/* A test is TEST whatever mode Home shows. */}
            <SendSmsButton mode="TEST" onFollow={() => storeMode('TEST')} />
          </Step>
        </ol>
      </Card>
    </div>
  );
}

type StepProps = {
  number: number;
  when: string;
  title: string;
  text: string;
  ready?: boolean;
  children: ReactNode;
};

function Step({ number, when, title, text, ready, children }: StepProps) {
  return (
    <li className={classes.step} data-ready={ready || undefined}>
      <p className={classes.when}>
        <span className={classes.number} aria-hidden="true">
          {number}
        </span>
        {when}
      </p>
      <h3>{title}</h3>
      <p className={classes.text}>{text}</p>
      <div className={classes.action}>{children}</div>
    </li>
  );
}
