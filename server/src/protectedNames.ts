// Names that only their owners may use as sender or business name, in any spelling that readers take for them
// (S51).
import { SANDBOX_SENDER } from '@godwit/contract/senders';

/**
 * Banks, posts, governments and telecoms of both regions, and names popular with frauds; `_` and blanks do
 * not count.
 */
const NAMES = `
  BOC BankOfCeylon PeoplesBank HNB HattonBank HattonNational Sampath SampathBank CommercialBank ComBank Seylan SeylanBank NSB
  NationsTrust NTB NDB NDBBank DFCC DFCCBank PanAsia PanAsiaBank UnionBank CargillsBank Amana AmanaBank RDB SDB HDFC LOLC LankaPay CEFTS
  CBSL CentralBank CDBLK SLPost SriLankaPost LankaPost PostOffice SLPolice Police PoliceLK GovSL GovLK GovLanka IRD IRDSL
  InlandRevenue EPF EPFETF SLCustoms Customs Immigration SLArmy DMCLK NWSDB CEB LECO Dialog DialogAxiata Mobitel SLTMobitel SLT
  SLTelecom Hutch HutchSL Airtel AirtelLK eZCash mCash FriMi PickMe Daraz TRCSL
  CommBank CommonwealthBank CBA NetBank Westpac WestpacBank NAB NABBank ANZ ANZBank StGeorge BankSA BankofMelbourne Suncorp
  SuncorpBank Bankwest Bendigo BendigoBank Macquarie MacquarieBank INGBank BOQ BankAust HSBC HSBCBank Citibank Citi AMEX
  AmericanExpress UBank UpBank MEBank RBA PayID BPAY AusPost AustPost AustraliaPost MyPost StarTrack ATO AusTaxOffice TaxOffice MyGov
  MyGovID MyID Medicare Centrelink ServicesAus ServiceNSW ServiceVic NDIS AusGov AustGov GovAU AFP ASIC ACCC ACMA APRA AUSTRAC
  HomeAffairs BorderForce EToll Telstra Optus Vodafone VodafoneAU TPG BoostMobile AmaysimAU Amaysim iiNet NBN
  PayPal Mastercard Apple AppleID iCloud Google GooglePay Microsoft Amazon Facebook Instagram WhatsApp Netflix DHL FedEx UPS
  WesternUnion MoneyGram Binance Coinbase InfoSMS Emergency
  Godwit ${SANDBOX_SENDER}
`;

/** Characters that readers confuse, after lowercasing; longer ones first. */
const LOOK_ALIKES: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/0/g, 'o'],
  [/[1i]/g, 'l'],
  [/2/g, 'z'],
  [/3/g, 'e'],
  [/4/g, 'a'],
  [/5/g, 's'],
  [/7/g, 't'],
  [/8/g, 'b'],
  [/[69]/g, 'g'],
];

/** Shorter names are part of too many words to be searched inside others. */
const MIN_INSIDE = 5;

/** The most words of a protected name. */
const MOST_WORDS = 4;

const FOLDED = new Set(NAMES.split(/\s+/).filter(Boolean).map(fold));
const INSIDE = [...FOLDED].filter((name) => name.length >= MIN_INSIDE);

/** Whether a sender id is a protected name or resembles one: BOC, B0C, Te1stra, ANZ_Alerts, CommBankAU. */
export function isProtected(sender: string): boolean {
  const whole = fold(sender);
  if (INSIDE.some((name) => whole.includes(name))) return true;
  const pieces = [sender, ...sender.split(/[_ ]+/)];
  return pieces.some((piece) => FOLDED.has(fold(piece)) || FOLDED.has(fold(piece.replace(/\d+$/, ''))));
}

/**
 * Whether words of a business's name, alone or joined, are or resemble a protected name: Bank of Ceylon,
 * Te1stra Help.
 * A protected name inside a longer word does not count, because many people's names contain one: Amana in
 * Ramanathan.
 */
export function namesProtected(name: string): boolean {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.some((_, from) =>
    words
      .slice(from, from + MOST_WORDS)
      .some((_word, more) => FOLDED.has(fold(words.slice(from, from + more + 1).join('')))),
  );
}

/**
 * A text as its reader sees it at a glance: without case, blanks and doubled letters, and with look-alikes
 * unified.
 */
function fold(text: string): string {
  const plain = text.toLowerCase().replace(/[_ ]/g, '');
  const folded = LOOK_ALIKES.reduce((so, [look, as]) => so.replace(look, as), plain);
  return folded.replace(/(.)\1+/g, '$1');
}
