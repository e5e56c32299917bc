import { normalize } from './normalize.ts';

/** Patterns of known frauds; each has a warning for the reader. */
export const fraudSigns = [
  'off-platform',
  'payment-outside',
  'verification-code',
  'own-courier',
  'overpayment',
] as const;
export type FraudSign = (typeof fraudSigns)[number];

/**
 * What messages of frauds have in common: they lead away from Redial, ask for money that cannot be
 * returned or for a code, or send somebody else. A warning is shown, nothing is blocked: an honest
 * person may write the same.
 */
const patterns: Readonly<Record<FraudSign, RegExp>> = {
  'off-platform':
    /\b(?:(?:text|message|write|contact|add|reach|call|find|ping) (?:me|us) (?:on|at|via|over|through)|(?:talk|chat|continue|move|switch|speak|deal) (?:on|to|over|outside|off|via))\s+(?:\w+\s+)?(?:whats ?app|telegram|signal|viber|wechat|insta(?:gram)?|snap(?:chat)?|messenger|facebook|e-?mail|sms|redial|the (?:app|site|platform))/,
  'payment-outside':
    /\b(?:western union|money ?gram|gift ?cards?|(?:steam|google play|itunes|amazon) cards?|bitcoin|btc|usdt|crypto(?:currency)?|zelle|cash ?app|venmo|wire transfer|bank transfer|friends (?:and|&) family|paypal|paysafe(?:card)?|pay (?:me )?(?:outside|directly|in advance|upfront)|deposit (?:first|to (?:hold|reserve)))\b/,
  'verification-code':
    /\b(?:(?:send|give|tell|text|forward|share|read)\b.{0,30}\b(?:verification |confirmation |security |handover |6.?digit |sms |pin )?(?:code|pin|otp)\b|code (?:that )?you (?:got|get|received?))/,
  'own-courier':
    /\b(?:my|a|our|the) (?:courier|shipper|shipping agent|mover|driver|cousin|assistant|secretary|agent)\b.{0,40}\b(?:pick|collect|come|fetch|get it)|\b(?:courier|delivery) (?:fee|insurance)\b/,
  overpayment:
    /\b(?:(?:pay|send|add|give) (?:you )?(?:extra|more than|\S{1,8} (?:more|extra))|overpa(?:y|id)|(?:certified|cashier.?s?) che(?:ck|que)|refund (?:me )?the (?:rest|difference))\b/,
};

/** Finds the signs of known frauds in a text, in the order of `fraudSigns`. */
export function findFraudSigns(text: string): readonly FraudSign[] {
  const plain = normalize(text.slice(0, 2000)).text;
  return fraudSigns.filter((sign) => patterns[sign].test(plain));
}
