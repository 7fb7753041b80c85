// Geo Permissions: which countries the project sends nothing to, by dial code.
import type { Continent } from '@godwit/contract/countries';
import type { Project } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { waitWords } from '../../api/errors.ts';
import { blockCodes, regionsQuery } from '../../api/projects.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { toastError, toastInfo, toastSuccess } from '../../components/toast.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { BlockedParts } from './BlockedParts.tsx';
import { ContinentPart } from './ContinentPart.tsx';
import classes from './GeoPermissionsPage.module.css';
import { countChanges, searchPlaces, toGroups, withCodes } from './places.ts';
import { useKeepProject, useShownProject } from './shownProject.ts';

const LONGEST_SEARCH = 60;

export default function GeoPermissionsPage() {
  const project = useShownProject();
  const { data, error, refetch } = useQuery(regionsQuery);
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Card>
        <Skeleton height={320} />
      </Card>
    );
  }
  return may(project.role, 'projects') ? (
    <Permissions project={project} continents={data} />
  ) : (
    <Card padded={false}>
      <BlockedParts groups={toGroups(data)} blocked={new Set(project.blocked_codes)} />
    </Card>
  );
}

function Permissions({ project, continents }: { project: Project; continents: Continent[] }) {
  const t = useText();
  const groups = useMemo(() => toGroups(continents), [continents]);
  const [search, setSearch] = useState('');
  const { chosen, set, changes, save, cancel, busy } = useChoice(project);
  const found = searchPlaces(groups, search);
  return (
    <Card padded={false}>
      <BlockedParts groups={groups} blocked={chosen} onAllow={(codes) => set(codes, false)} />
      <div className={classes.search}>
        <SearchField q={search} onSearch={setSearch} hint={t('geo.searchHint')} maxLength={LONGEST_SEARCH} />
        <p className={classes.longest}>{t('geo.longest')}</p>
      </div>
      {found.map((group) => (
        <ContinentPart
          key={group.name}
          group={group}
          groups={groups}
          blocked={chosen}
          searched={search !== ''}
          onSet={set}
        />
      ))}
      {found.length === 0 ? <EmptyState text={t('geo.noMatch')} /> : null}
      <div className={classes.actions}>
        <p role="status">{changes > 0 ? t('geo.changes', { changes }) : null}</p>
        <Button variant="subtle" onClick={cancel}>
          {t('action.cancel')}
        </Button>
        <SubmitButton busy={busy} busyLabel={t('action.saving')} onClick={() => void save()}>
          {t('action.save')}
        </SubmitButton>
      </div>
    </Card>
  );
}

/** What is chosen to be blocked, until it is saved or given up. */
function useChoice(project: Project) {
  const t = useText();
  const keep = useKeepProject();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(project.blocked_codes));
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const changes = countChanges(chosen, project.blocked_codes);

  async function save(): Promise<void> {
    if (running.current) return;
    if (changes === 0) {
      toastInfo(t('settings.noChanges'));
      return;
    }
    running.current = true;
    setBusy(true);
    try {
      keep(await blockCodes(project.id, [...chosen]));
      toastSuccess(t('geo.saved'));
    } catch (error) {
      toastError(waitWords(error) ?? t('geo.failed'));
    }
    running.current = false;
    setBusy(false);
  }

  return {
    chosen,
    changes,
    busy,
    save,
    set: (codes: readonly string[], block: boolean) => setChosen(withCodes(chosen, codes, block)),
    cancel: () => setChosen(new Set(project.blocked_codes)),
  };
}
