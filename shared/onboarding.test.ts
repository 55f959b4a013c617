import { describe, expect, it } from 'vitest'
import { LEGAL_PATHS } from './legal-documents.ts'
import {
  FINISHED,
  ONBOARDING_STEPS,
  REQUIRED_STEPS,
  STEP_PATHS,
  nextRequiredStep,
  stepPath,
  adjacentSteps,
} from './onboarding.ts'
import { layoutOf } from './routes.ts'

const steps = (...done: string[]) =>
  ONBOARDING_STEPS.map((step) => ({
    step,
    done: step === 'landing' || done.includes(step),
    required: REQUIRED_STEPS.includes(step),
  }))

describe('going from step to step', () => {
  it('is free backwards, and forwards past what is done or may be skipped', () => {
    expect(nextRequiredStep(steps(), 'profile')).toBeUndefined()
    expect(nextRequiredStep(steps(), 'payment')).toBeUndefined()
    expect(nextRequiredStep(steps(), 'create_password')).toBe('payment')
    expect(nextRequiredStep(steps('payment'), 'agreement')).toBe('create_password')
    expect(nextRequiredStep(steps('payment', 'create_password'), FINISHED)).toBe('agreement')
    expect(nextRequiredStep(steps(...REQUIRED_STEPS), FINISHED)).toBeUndefined()
    expect(nextRequiredStep(steps(...REQUIRED_STEPS), 'profile')).toBeUndefined()
  })

  it('never leads back to the landing, and ends after the welcome', () => {
    expect(adjacentSteps(steps(), 'profile')).toEqual({ after: 'payment' })
    expect(adjacentSteps(steps(), 'payment')).toEqual({ before: 'profile', after: 'create_password' })
    expect(adjacentSteps(steps(), 'welcome')).toEqual({ before: 'agreement', after: FINISHED })
    const trial = steps().filter(({ step }) => step !== 'payment')
    expect(adjacentSteps(trial, 'profile')).toEqual({ after: 'create_password' })
  })
})

it('has a path for each step, and documents that stand in the simple layout', () => {
  expect(stepPath('agreement')).toBe('/onboarding/agreement')
  for (const unknown of [null, undefined, 'landing', 'nothing']) expect(stepPath(unknown)).toBe(STEP_PATHS.profile)
  const { landing: _, ...shown } = STEP_PATHS
  for (const path of [...Object.values(shown), ...Object.values(LEGAL_PATHS)]) expect(layoutOf(path)).toBe('simple')
})
