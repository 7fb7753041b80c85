// A request that sends a test message, ready to paste into a terminal.
import type { Project } from '@godwit/contract/projects';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { curlSample } from './curlSample.ts';
import classes from './SampleRequest.module.css';

/** Shown with the key hidden, copied with the key. */
export function SampleRequest({ project }: { project: Project }) {
  const t = useText();
  const { region } = useTeam();
  const { id: projectId, api_key_test: key } = project;
  const sample = (shownKey: string) =>
    curlSample({ origin: location.origin, projectId, key: shownKey, regionId: region.id });
  return (
    <div className={classes.sample}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={t('settings.sample')}>
        <pre>{sample(`${key.slice(0, 8)}••••${key.slice(-4)}`)}</pre>
      </section>
      <CopyButton
        value={sample(key)}
        label={t('settings.copySample')}
        copiedLabel={t('action.copied')}
        shownMs={6000}
        size={34}
      />
    </div>
  );
}
