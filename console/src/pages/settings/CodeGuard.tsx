// The guard of one-time codes in a project: what it does with pumped codes, and prefixes that it lets pass or
// refuses.
import { GUARD_MODES, type GuardMode, type Project } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { Radio, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { guardCodes } from '../../api/codes.ts';
import { useSubmit } from '../../components/form/useSubmit.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { Section } from '../../ui/Section.tsx';
import { SettingRow, SettingValue } from '../../ui/SettingRow.tsx';
import { SaveRow } from './SaveRow.tsx';
import { useCacheProject, useShownProject } from './shownProject.ts';

export function CodeGuard() {
  const t = useText();
  const project = useShownProject();
  return (
    <Section title={t('codes.guard')} text={t('codes.guardHint')}>
      <Card padded={false}>
        {may(project.role, 'projects') ? (
          <GuardForm project={project} />
        ) : (
          <GuardSettings project={project} />
        )}
      </Card>
    </Section>
  );
}

const LISTS = ['allowed', 'refused'] as const;

/** Shows the settings to users who may not change them. */
function GuardSettings({ project: { code_guard: guard } }: { project: Project }) {
  const t = useText();
  return (
    <>
      <SettingRow label={t('codes.mode')} hint={t(`codes.${guard.mode}.hint`)}>
        <SettingValue>{t(`codes.${guard.mode}`)}</SettingValue>
      </SettingRow>
      {LISTS.map((list) => (
        <SettingRow key={list} label={t(`codes.list.${list}`)} hint={t(`codes.list.${list}.hint`)}>
          <SettingValue>
            {guard[list].map((prefix) => `+${prefix}`).join(', ') || t('codes.noPrefixes')}
          </SettingValue>
        </SettingRow>
      ))}
    </>
  );
}

type Values = { mode: GuardMode; allowed: string; refused: string };

/** A list as typed, with a prefix in each line. */
const linesOf = (prefixes: readonly string[]) => prefixes.map((prefix) => `+${prefix}`).join('\n');
const toValues = ({ code_guard: { mode, allowed, refused } }: Project): Values => ({
  ...{ mode, allowed: linesOf(allowed), refused: linesOf(refused) },
});
const withCommas = ({ mode, allowed, refused }: Values): Values => ({
  ...{ mode, allowed: allowed.replaceAll('\n', ','), refused: refused.replaceAll('\n', ',') },
});

function GuardForm({ project }: { project: Project }) {
  const t = useText();
  const cacheProject = useCacheProject();
  const form = useForm<Values>({ initialValues: toValues(project) });
  const { submit, busy } = useSubmit({
    form,
    async call(values) {
      const changed = await guardCodes(project.id, withCommas(values));
      cacheProject(changed);
      form.setValues(toValues(changed));
      toastSuccess(t('codes.saved'));
    },
  });
  function cancel(): void {
    form.setValues(toValues(project));
    form.clearErrors();
  }
  return (
    <form onSubmit={submit} noValidate>
      <SettingRow label={t('codes.mode')}>
        <Radio.Group aria-label={t('codes.mode')} {...form.getInputProps('mode')}>
          <Stack gap={16} pt={{ base: 0, sm: 10 }}>
            {GUARD_MODES.map((mode) => (
              <Radio
                key={mode}
                value={mode}
                label={t(`codes.${mode}`)}
                description={t(`codes.${mode}.hint`)}
              />
            ))}
          </Stack>
        </Radio.Group>
      </SettingRow>
      {LISTS.map((list) => (
        <SettingRow key={list} label={t(`codes.list.${list}`)} hint={t(`codes.list.${list}.hint`)}>
          <Textarea
            {...form.getInputProps(list)}
            aria-label={t(`codes.list.${list}`)}
            description={t('codes.prefixHint')}
            inputWrapperOrder={['input', 'error', 'description']}
            autosize
            minRows={2}
            maxRows={8}
            spellCheck={false}
            autoComplete="off"
          />
        </SettingRow>
      ))}
      <SaveRow busy={busy} onCancel={cancel} />
    </form>
  );
}
