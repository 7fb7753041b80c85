// The name of a campaign, whose limit forms need without the rest of the rules.

/** The longest name of a campaign, in UTF-16 units. */
export const MAX_CAMPAIGN_NAME = 100;
