// The alphabet that is sent is the one that is counted and charged. `smpp` and `contract` have a table each,
// because neither may import the other.
import { countSegments } from '@godwit/contract/messages/segments';
import { gsmSeptets } from '@godwit/smpp/codec/encoding';
import { expect, it } from 'vitest';

it('sends each UTF-16 unit in as many septets as are charged', () => {
  for (let unit = 0; unit <= 0xffff; unit++) {
    const { encoding, length } = countSegments(String.fromCharCode(unit), { promotional: false });
    const charged = encoding === 'GSM7' ? length : 0;
    if (gsmSeptets(unit) !== charged) expect.fail(`U+${unit.toString(16)}: ${gsmSeptets(unit)}, ${charged}`);
  }
});
