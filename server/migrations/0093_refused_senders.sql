-- works with 0089
-- A message whose sender a register does not hold, to a country where networks block such names: it is not sent, and refunded.
-- Only rules of countries that an operator adds after the upgrade lead to it, so older versions do not meet it.
alter type failure_code add value 'SENDER';
