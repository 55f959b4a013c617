import { describe, expect, it } from 'vitest'
import {
  FINISHED,
  LEGAL_PATHS,
  ONBOARDING_STEPS,
  REQUIRED_STEPS,
  STEP_PATHS,
  stepInTheWay,
  stepPath,
  stepsAround,
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
    expect(stepInTheWay(steps(), 'profile')).toBeUndefined()
    expect(stepInTheWay(steps(), 'payment')).toBeUndefined()
    expect(stepInTheWay(steps(), 'create_password')).toBe('payment')
    expect(stepInTheWay(steps('payment'), 'agreement')).toBe('create_password')
    expect(stepInTheWay(steps('payment', 'create_password'), FINISHED)).toBe('agreement')
    expect(stepInTheWay(steps(...REQUIRED_STEPS), FINISHED)).toBeUndefined()
    expect(stepInTheWay(steps(...REQUIRED_STEPS), 'profile')).toBeUndefined()
  })

  it('never leads back to the landing, and ends after the welcome', () => {
    expect(stepsAround(steps(), 'profile')).toEqual({ after: 'payment' })
    expect(stepsAround(steps(), 'payment')).toEqual({ before: 'profile', after: 'create_password' })
    expect(stepsAround(steps(), 'welcome')).toEqual({ before: 'agreement', after: FINISHED })
    const trial = steps().filter(({ step }) => step !== 'payment')
    expect(stepsAround(trial, 'profile')).toEqual({ after: 'create_password' })
  })
})

it('has a path for each step, and documents that stand in the simple layout', () => {
  expect(stepPath('agreement')).toBe('/onboarding/agreement')
  for (const unknown of [null, undefined, 'landing', 'nothing']) expect(stepPath(unknown)).toBe(STEP_PATHS.profile)
  const { landing: _, ...shown } = STEP_PATHS
  for (const path of [...Object.values(shown), ...Object.values(LEGAL_PATHS)]) expect(layoutOf(path)).toBe('simple')
})
