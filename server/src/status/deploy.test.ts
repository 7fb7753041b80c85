// Files in `deploy/`: they use existing metrics, alerts fire when they should, and each has a remedy.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { openMetrics } from './metrics.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PROMETHEUS = join(ROOT, 'deploy/prometheus');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const rules = read('deploy/prometheus/godwit.rules.yml');
const dashboard = read('deploy/grafana/godwit.json');
const t = await testApp();

describe('deploy', () => {
  it('uses only existing metrics', async () => {
    const text = await openMetrics(t.services).text();
    const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const asked = [...`${rules}${dashboard}`.matchAll(/\b(?:godwit|nodejs)_[a-z_0-9]+/g)].map(
      ([name]) => name,
    );
    expect(asked.length).toBeGreaterThan(30);
    expect([...new Set(asked)].filter((name) => !known.has(name.replace(/_bucket$/, '')))).toEqual([]);
  });

  it('gives a remedy for each alert', () => {
    const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name!);
    const manual = read('docs/operating.md');
    expect(alerts.filter((name) => !manual.includes(`### ${name}\n`))).toEqual([]);
    // The condition exactly as in the rules.
    const conditions = [...rules.matchAll(/alert: (\w+)\n\s+expr: ([^\n]+)/g)].filter(
      ([, , expr]) => !/^[|>]/.test(expr!),
    );
    expect(conditions.length).toBeGreaterThan(15);
    expect(
      conditions.filter(
        ([, name, expr]) => !manual.includes(`### ${name}\n`) || !manual.includes(`\`${expr}\``),
      ),
    ).toEqual([]);
    expect(alerts.filter((name) => !rules.includes(`docs/operating.md#${name.toLowerCase()}`))).toEqual([]);
  });

  it('has a dashboard that Grafana can read', () => {
    const { panels } = JSON.parse(dashboard) as { panels: { id: number; title: string }[] };
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });

  it.for([
    ['check', 'godwit.rules.yml'],
    ['test', 'godwit.rules.test.yml'],
  ] as const)('has rules that promtool finds right: %s', ([what, file], context) => {
    const { error, status, stdout, stderr } = spawnSync('promtool', [what, 'rules', file], {
      cwd: PROMETHEUS,
      encoding: 'utf8',
    });
    if (error) return context.skip('promtool is not installed (apt-get install prometheus)');
    expect(stdout + stderr).toContain('SUCCESS');
    expect(status).toBe(0);
  });
});
