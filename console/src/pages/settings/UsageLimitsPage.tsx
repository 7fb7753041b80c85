// Usage limits: today's spend, a hard limit on it, and a share of it to be warned at. Cancel restores what is saved.
import type { Project } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { Button, Progress, Slider, Switch, TextInput } from '@mantine/core';
import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { limitProject, projectQuery } from '../../api/projects.ts';
import { toastInfo, toastSuccess } from '../../components/toast.ts';
import { useSubmit } from '../../components/useSubmit.ts';
import { formatMoney } from '../../format.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { SettingNote, SettingRow, SettingValue } from '../../ui/SettingRow.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { type LimitValues, limitProblem, plainAmount, toLimitForm, toLimitValues } from './limitValues.ts';
import { useKeepProject, useShownProject } from './shownProject.ts';
import classes from './UsageLimitsPage.module.css';

/** How often today's spend is asked for again while it is looked at. */
const SPENT_EVERY_MS = 10_000;

export default function UsageLimitsPage() {
  const project = useShownProject();
  useQuery({ ...projectQuery(project.id), refetchInterval: SPENT_EVERY_MS });
  return (
    <Card padded={false}>
      <SpentToday project={project} />
      {may(project.role, 'projects') ? <LimitsForm project={project} /> : <Limits project={project} />}
    </Card>
  );
}

/** What somebody sees who does not change it. */
function Limits({ project }: { project: Project }) {
  const t = useText();
  const { currency_symbol: symbol } = useTeam().region;
  const { daily_limit: limit, daily_warn_pct: share } = project;
  return (
    <>
      <SettingRow label={t('limits.daily')} hint={t('limits.dailyHint')}>
        <SettingValue>{limit === null ? t('limits.none') : formatMoney(limit, symbol)}</SettingValue>
      </SettingRow>
      <SettingRow label={t('limits.warning')} hint={t('limits.warningHint')}>
        <SettingValue>
          {limit === null || share === null
            ? t('limits.off')
            : t('limits.warnAt', { share, amount: formatMoney(limit * share, symbol) })}
        </SettingValue>
      </SettingRow>
    </>
  );
}

function LimitsForm({ project }: { project: Project }) {
  const t = useText();
  const keep = useKeepProject();
  const form = useForm({ initialValues: toLimitValues(project), validate });
  const { submit, busy } = useSubmit({
    form,
    call: async (values) => {
      const change = toLimitForm(values, project);
      if (change === null) {
        toastInfo(t('settings.noChanges'));
        return;
      }
      const changed = await limitProject(project.id, change);
      keep(changed);
      form.setValues(toLimitValues(changed));
      toastSuccess(t('limits.saved'));
    },
    names: { daily_limit: 'limit', daily_warn_pct: 'warnPercent' },
  });
  const { limitOn } = form.values;

  function cancel(): void {
    form.setValues(toLimitValues(project));
    form.clearErrors();
  }

  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <SettingRow label={t('limits.daily')} hint={t('limits.dailyHint')}>
        <div className={classes.toggle}>
          <Switch
            aria-label={t('limits.daily')}
            checked={limitOn}
            onChange={(event) => form.setFieldValue('limitOn', event.currentTarget.checked)}
          />
          {limitOn ? <LimitField form={form} /> : <span className={classes.off}>{t('limits.none')}</span>}
        </div>
      </SettingRow>
      <SettingRow label={t('limits.warning')} hint={t('limits.warningHint')}>
        <Warning form={form} />
      </SettingRow>
      <div className={classes.actions}>
        <Button variant="subtle" onClick={cancel}>
          {t('action.cancel')}
        </Button>
        <SubmitButton busy={busy} busyLabel={t('action.saving')}>
          {t('action.save')}
        </SubmitButton>
      </div>
    </form>
  );
}

const validate = (values: LimitValues): FormErrors => {
  const problem = limitProblem(values);
  return problem === null ? {} : { limit: problem };
};

type FormProps = { form: UseFormReturnType<LimitValues, LimitValues, typeof validate> };

function LimitField({ form }: FormProps) {
  const t = useText();
  const { currency_symbol: symbol } = useTeam().region;
  return (
    <TextInput
      className={classes.amount ?? ''}
      aria-label={t('limits.amount')}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      leftSection={<span className={classes.symbol}>{symbol}</span>}
      leftSectionPointerEvents="none"
      {...form.getInputProps('limit')}
    />
  );
}

function Warning({ form }: FormProps) {
  const t = useText();
  const { currency_symbol: symbol } = useTeam().region;
  const { limitOn, warnOn, warnPercent } = form.values;
  const isOn = limitOn && warnOn;
  const amount = limitProblem(form.values)
    ? null
    : Number(plainAmount(form.values.limit)) * (warnPercent / 100);
  return (
    <div className={classes.toggle}>
      <Switch
        aria-label={t('limits.warning')}
        checked={isOn}
        disabled={!limitOn}
        onChange={(event) => form.setFieldValue('warnOn', event.currentTarget.checked)}
      />
      {isOn ? (
        <div className={classes.slider}>
          <Slider
            thumbLabel={t('limits.share')}
            thumbValueText={t('limits.percent', { share: warnPercent / 100 })}
            label={null}
            min={0}
            max={100}
            value={warnPercent}
            onChange={(percent) => form.setFieldValue('warnPercent', percent)}
          />
          <SettingNote>
            {amount === null
              ? t('limits.percent', { share: warnPercent / 100 })
              : t('limits.warnAt', { share: warnPercent / 100, amount: formatMoney(amount, symbol) })}
          </SettingNote>
        </div>
      ) : (
        <span className={classes.off}>{t(limitOn ? 'limits.off' : 'limits.needsLimit')}</span>
      )}
    </div>
  );
}

// What the project has spent today, against its limit where it has one.
function SpentToday({ project }: { project: Project }) {
  const t = useText();
  const { currency_symbol: symbol } = useTeam().region;
  const { spent_today: spent, daily_limit: limit, day_timezone: zone } = project;
  return (
    <SettingRow label={t('limits.today')} hint={t('limits.todayHint', { zone })}>
      <p className={classes.figure}>
        <strong>{formatMoney(spent, symbol)}</strong>
        <span>
          {limit === null ? t('limits.noLimit') : t('limits.ofLimit', { limit: formatMoney(limit, symbol) })}
        </span>
      </p>
      {limit === null ? null : (
        <Progress
          className={classes.bar ?? ''}
          value={Math.min(100, (spent / limit) * 100)}
          aria-label={t('limits.spentShare')}
        />
      )}
    </SettingRow>
  );
}
