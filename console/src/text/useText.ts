// Looks up texts by id and formats them.
import { Children, createContext, type ReactNode, useContext } from 'react';
import type { TextId } from './catalogue.ts';
import { formatMessage } from './message.ts';

type Plain = Record<string, string | number>;
type Chunk = (chunks: ReactNode[]) => ReactNode;

/** Formats a text. Plain values return a string; `rich` also accepts nodes, and functions for tags. */
export type Translate = {
  (id: TextId, values?: Plain): string;
  rich: (id: TextId, values: Record<string, ReactNode | Chunk>) => ReactNode;
};

/** The texts that the surrounding components provide; see withTexts.tsx. */
export const TextsContext = createContext<{ locale: string; texts: Record<string, string> }>({
  locale: 'en',
  texts: {},
});

/**
 * Returns `t`: use `t(id, values)` for plain text and `t.rich(id, { link: (text) => <a>{text}</a> })` for
 * text with tags.
 */
export function useText(): Translate {
  const { locale, texts } = useContext(TextsContext);
  function format<Node>(id: TextId, values: Parameters<typeof formatMessage<Node>>[2]): (string | Node)[] {
    const text = texts[id];
    if (text === undefined) console.error(`No text ${id}`);
    return formatMessage(text ?? id, locale, values);
  }
  const plain = (id: TextId, values?: Plain): string => format(id, values).join('');
  const rich: Translate['rich'] = (id, values) => {
    const keyed = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function' ? (nodes: ReactNode[]) => value(Children.toArray(nodes)) : value,
    ]);
    return Children.toArray(format<ReactNode>(id, Object.fromEntries(keyed)));
  };
  return Object.assign(plain, { rich });
}
