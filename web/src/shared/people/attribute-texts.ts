import { useLingui } from '@lingui/react/macro'
import type { GenderWord } from './person'

export type AttributeTexts = {
  /** The name of a field; the field's own word for one that is newer than this page. */
  field: (field: string) => string
  /** The text of a field's word. */
  value: (field: string, value: string) => string
}

/** Fields of a profile and their words (profiles: attribute.rs) in the reader's language. */
export function useAttributeTexts(): AttributeTexts {
  const { t } = useLingui()
  const fields: Record<string, string> = {
    sexuality: t`Sexuality`,
    relationship_status: t`Relationship`,
    body_type: t`Figure`,
    hair_colour: t`Hair colour`,
    eye_colour: t`Eye colour`,
    tattoos: t`Tattoos`,
  }
  const words: Record<string, Record<string, string>> = {
    sexuality: {
      straight: t`Straight`,
      gay: t`Gay`,
      lesbian: t`Lesbian`,
      bisexual: t`Bisexual`,
      pansexual: t`Pansexual`,
      asexual: t`Asexual`,
    },
    relationship_status: {
      single: t`Single`,
      divorced: t`Divorced`,
      widowed: t`Widowed`,
      separated: t`Separated`,
      in_a_relationship: t`In a relationship`,
      open_relationship: t`In an open relationship`,
      married: t`Married`,
    },
    body_type: {
      slim: t`Slim`,
      average: t`Average`,
      athletic: t`Athletic`,
      muscular: t`Muscular`,
      curvy: t`Curvy`,
      full_figured: t`Full-figured`,
    },
    hair_colour: {
      black: t({ message: 'Black', context: 'hair' }),
      brown: t({ message: 'Brown', context: 'hair' }),
      blond: t({ message: 'Blond', context: 'hair' }),
      red: t({ message: 'Red', context: 'hair' }),
      grey: t({ message: 'Grey', context: 'hair' }),
      white: t({ message: 'White', context: 'hair' }),
      dyed: t({ message: 'Dyed', context: 'hair' }),
      bald: t({ message: 'Bald', context: 'hair' }),
    },
    eye_colour: {
      brown: t({ message: 'Brown', context: 'eyes' }),
      blue: t({ message: 'Blue', context: 'eyes' }),
      green: t({ message: 'Green', context: 'eyes' }),
      hazel: t({ message: 'Hazel', context: 'eyes' }),
      grey: t({ message: 'Grey', context: 'eyes' }),
      amber: t({ message: 'Amber', context: 'eyes' }),
    },
    tattoos: {
      none: t({ message: 'None', context: 'tattoos' }),
      a_few: t({ message: 'A few', context: 'tattoos' }),
      many: t({ message: 'Many', context: 'tattoos' }),
    },
  }
  return {
    field: field => fields[field] ?? field,
    value: (field, value) => words[field]?.[value] ?? value,
  }
}

/** Fields of which members choose one word, and those words, in the order they are offered. */
export const FIELD_WORDS: Readonly<Record<string, readonly string[]>> = {
  sexuality: ['straight', 'gay', 'lesbian', 'bisexual', 'pansexual', 'asexual'],
  relationship_status: [
    'single',
    'divorced',
    'widowed',
    'separated',
    'in_a_relationship',
    'open_relationship',
    'married',
  ],
  body_type: ['slim', 'average', 'athletic', 'muscular', 'curvy', 'full_figured'],
  hair_colour: ['black', 'brown', 'blond', 'red', 'grey', 'white', 'dyed', 'bald'],
  eye_colour: ['brown', 'blue', 'green', 'hazel', 'grey', 'amber'],
  tattoos: ['none', 'a_few', 'many'],
}

/** Whom somebody looks for. */
export function useSoughtTexts(): Record<GenderWord, string> {
  const { t } = useLingui()
  return { woman: t`Women`, man: t`Men`, nonbinary: t`Non-binary people` }
}
