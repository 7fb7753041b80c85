// What a graph shows, in figures.
import { useText } from '../../text/useText.ts';
import classes from './GraphTable.module.css';
import type { Point } from './points.ts';

type Props = { points: readonly Point[]; title: string; formatValue: (value: number) => string };

export function GraphTable({ points, title, formatValue }: Props) {
  const t = useText();
  const none = t('home.none');
  const figure = (value: number | null) => (value === null ? none : formatValue(value));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={title}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('home.tableDate')}</th>
            <th scope="col">{t('home.current')}</th>
            <th scope="col">{t('home.tablePreviousDate')}</th>
            <th scope="col">{t('home.previous')}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ index, label, current, previousLabel, previous }) => (
            <tr key={index}>
              <th scope="row">{label ?? none}</th>
              <td>{figure(current)}</td>
              <td>{previousLabel ?? none}</td>
              <td>{figure(previous)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
