import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { htmlOfText, plainText, sanitizeBody } from './html.ts'

describe('a body', () => {
  it.each([
    [
      '<p>Text <strong>strong</strong> <em>em</em> <u>u</u> <s>s</s><br></p>',
      '<p>Text <strong>strong</strong> <em>em</em> <u>u</u> <s>s</s><br /></p>',
    ],
    ['<b>b</b><i>i</i><del>d</del><strike>s</strike>', '<strong>b</strong><em>i</em><s>d</s><s>s</s>'],
    ['<div>a</div><h1>b</h1><pre>c</pre>', '<p>a</p><p>b</p><p>c</p>'],
    [
      '<ul><li>a</li></ul><ol><li>b</li></ol><blockquote>c</blockquote>',
      '<ul><li>a</li></ul><ol><li>b</li></ol><blockquote>c</blockquote>',
    ],
    [
      '<a href="https://a.test/?b=1&amp;c">x</a><a href="mailto:a@b.test">y</a>',
      '<a href="https://a.test/?b=1&amp;c">x</a><a href="mailto:a@b.test">y</a>',
    ],
    ['<a href="javascript:alert(1)">x</a><a href="//evil.test">y</a><a href="/feed">z</a><a>w</a>', 'xyzw'],
    [
      '<a href="https://a.test" onclick="x()" style="color:red" target="_blank">x</a>',
      '<a href="https://a.test">x</a>',
    ],
    ['<p style="x" class="y" id="z">a</p>', '<p>a</p>'],
    ['<script>a</script><style>b</style><svg><script>c</script></svg><textarea>d</textarea><iframe>e</iframe>f', 'f'],
    ['<table><tr><td>cell</td></tr></table><font color="red">red</font>', 'cellred'],
    ['a < b & c > d', 'a &lt; b &amp; c &gt; d'],
    ['<span>plain</span><span><span>nested</span></span>', 'plainnested'],
  ])('%s becomes %s (DECISION-sanitise-rules)', (given, expected) => {
    expect(sanitizeBody(given)).toBe(expected)
  })

  it.each([
    ['of those named stays', '<span data-mention-id="7">@Ada</span>', [7], '<span data-mention-id="7">@Ada</span>'],
    ['of somebody else goes with its text', 'x<span data-mention-id="8">@Bo</span>', [7], 'x'],
    ['without a number goes', '<span data-mention-id="">@Bo</span><span data-mention-id="x">@Bo</span>', [7], ''],
    [
      'in another way of writing the number goes',
      '<span data-mention-id="0x7">@A</span><span data-mention-id=" 7">@A</span><span data-mention-id="7.0">@A</span><span data-mention-id="07">@A</span>',
      [7],
      '',
    ],
    [
      'loses every other attribute',
      '<span data-mention-id="7" onclick="x" class="y">@Ada</span>',
      [7],
      '<span data-mention-id="7">@Ada</span>',
    ],
  ])('a mention %s (RULE-mention-kept)', (_, given, mentioned, expected) => {
    expect(sanitizeBody(given, new Set(mentioned))).toBe(expected)
  })

  const piece = fc.oneof(
    fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '=',
      '/',
      ' ',
      'a',
      '<p>',
      '</p>',
      '<a href="',
      'https://x.test',
      'javascript:',
      'data:',
      '">',
      '</a>',
      '<a>',
      '<span>',
      '</span>',
      '<span data-mention-id="1">',
      '<script>',
      '</script>',
      '<svg>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '&lt;',
      '&amp;',
      '&#60;',
      '&nbsp;',
      'onerror=',
      '<img src=x ',
      '\u0000',
      '\u200b',
      '<style>',
      '<b>',
      '<li>',
      '<ul>',
      '<blockquote>',
      '<br>',
      '<math>',
      '<template>',
      '<noscript>',
      '<title>',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  const soup = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))

  it('is the same when it is cleaned twice', () => {
    fc.assert(
      fc.property(soup, (html) => {
        expect(sanitizeBody(sanitizeBody(html, new Set([1])), new Set([1]))).toBe(sanitizeBody(html, new Set([1])))
      }),
      { numRuns: 3_000 },
    )
  })

  it('holds nothing but the tags and attributes that may be', () => {
    const allowed =
      /^<(?:\/?(?:p|strong|em|u|s|ul|ol|li|blockquote|a|span)|br \/|a href="(?:https?:\/\/|mailto:)[^"<>]*"|span data-mention-id="\d+")>$/i
    fc.assert(
      fc.property(soup, (html) => {
        for (const [tag] of sanitizeBody(html, new Set([1])).matchAll(/<[^>]*>?/g)) expect(tag).toMatch(allowed)
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('plain text', () => {
  it('has a line for each block and a dash for each item', () => {
    expect(plainText('<p>One<br />two</p><ul><li>a</li><li>b &amp; c</li></ul><p>&lt;end&gt; &quot;q&quot;</p>')).toBe(
      'One\ntwo\n- a\n- b & c\n\n<end> "q"',
    )
    expect(plainText('<p>&amp;lt;</p>')).toBe('&lt;')
  })

  it('comes back from the HTML made of it', () => {
    const words = fc.stringMatching(/^[a-zA-Z0-9<>&"' ]{1,40}$/)
    fc.assert(
      fc.property(words, (text) => {
        expect(plainText(htmlOfText(text))).toBe(text.replaceAll(/\s+/g, ' ').trim())
      }),
      { numRuns: 1_000 },
    )
  })

  it('becomes paragraphs and links', () => {
    expect(htmlOfText('"https://a.test" <https://b.test/?x=1&y=2> http://[x', false)).toBe(
      '<p>&quot;<a href="https://a.test">https://a.test</a>&quot; &lt;<a href="https://b.test/?x=1&amp;y=2">https://b.test/?x=1&amp;y=2</a>&gt; http://[x</p>',
    )
    expect(htmlOfText('See https://a.test/x?y=1&z.\n\nAnd\r\nthat', false)).toBe(
      '<p>See <a href="https://a.test/x?y=1&amp;z">https://a.test/x?y=1&amp;z</a>.</p><p>And<br />that</p>',
    )
    expect(htmlOfText('broken\nonly by length', true)).toBe('<p>broken only by length</p>')
  })
})
