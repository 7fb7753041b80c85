// The name of a register of sender IDs in the language on screen: its country, and its mobile network.
import { EVERY_NETWORK } from '@godwit/contract/rules/mobileNetworks';
import { countryName } from './countryName.ts';

export const placeName = ({ country, network }: { country: string; network: string }): string =>
  network === EVERY_NETWORK ? countryName(country) : `${countryName(country)} (${network})`;
