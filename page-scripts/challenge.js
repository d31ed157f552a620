// Recognises what only a person can pass: sign-in forms, second factors, CAPTCHAs and the checks in
// front of a site. From structure alone; nothing is answered or bypassed.
(() => {
  const { isVisible, lineOf, deepAll } = tw.reading;

  // Frames of known providers: [host pattern, path pattern, kind].
  const PROVIDERS = [
    [/(^|\.)(google\.com|recaptcha\.net|gstatic\.com)$/, /\/recaptcha\/(api2|enterprise)\/(anchor|bframe)/, 'captcha', 'reCAPTCHA'],
    [/(^|\.)hcaptcha\.com$/, /./, 'captcha', 'hCaptcha'],
    [/^challenges\.cloudflare\.com$/, /./, 'captcha', 'Cloudflare Turnstile'],
    [/(^|\.)(arkoselabs|funcaptcha)\.com$/, /./, 'captcha', 'Arkose'],
    [/(^|\.)captcha-delivery\.com$/, /./, 'captcha', 'DataDome'],
    [/(^|\.)geetest\.com$/, /./, 'captcha', 'GeeTest'],
    [/(^|\.)duosecurity\.com$/, /./, 'second_factor', 'Duo'],
  ];
  const HOLDERS = [
    ['.g-recaptcha, #recaptcha, [data-sitekey].recaptcha', 'captcha', 'reCAPTCHA'],
    ['.h-captcha', 'captcha', 'hCaptcha'],
    ['.cf-turnstile, #challenge-form, #cf-challenge-running, #challenge-running', 'captcha', 'Cloudflare'],
    ['#px-captcha', 'captcha', 'HUMAN'],
    ['.geetest_holder, .geetest_captcha', 'captcha', 'GeeTest'],
  ];

  const big = el => { const r = el.getBoundingClientRect(); return r.width >= 24 && r.height >= 24; };
  const hintOf = el => `${el.name || ''} ${el.id || ''} ${el.placeholder || ''} ${el.getAttribute('aria-label') || ''} ${[...(el.labels || [])].map(l => lineOf(l, 120)).join(' ')}`;

  const found = (kind, what, el) => ({ kind, what, where: tw.selectorOf(el) });

  const byProvider = () => {
    for (const frame of deepAll(document, 'iframe[src]')) {
      let url;
      try { url = new URL(frame.src, document.baseURI); } catch { continue; }
      for (const [host, path, kind, what] of PROVIDERS) {
        if (!host.test(url.hostname) || !path.test(url.pathname)) continue;
        // An invisible reCAPTCHA badge asks nothing of anyone.
        if (/size=invisible/.test(url.search) || !isVisible(frame) || !big(frame)) continue;
        return found(kind, what, frame);
      }
    }
    for (const [selector, kind, what] of HOLDERS) {
      const el = deepAll(document, selector).find(e => isVisible(e) && (big(e) || /^challenge|^cf-/.test(e.id)) && e.dataset.size !== 'invisible');
      if (el) return found(kind, what, el);
    }
    return null;
  };

  const secondFactor = inputs => {
    const code = inputs.find(i => (i.autocomplete || '').includes('one-time-code'));
    if (code) return found('second_factor', 'one-time code', code);
    const digits = inputs.filter(i => i.maxLength === 1 && /^(text|tel|number|password)$/.test(i.type));
    if (digits.length >= 4 && digits.length <= 8) return found('second_factor', 'one-time code', digits[0]);
    const named = inputs.find(i => /^(text|tel|number|password)$/.test(i.type)
      && /\b(otp|2fa|mfa|totp)\b|(verification|authenticat\w*|security|one.?time|6.?digit|two.?factor).{0,12}(code|passcode)|验证码|动态码|校验码/i.test(hintOf(i).replace(/[_-]+/g, ' '))
      && !/captcha/i.test(hintOf(i)));
    return named ? found('second_factor', 'one-time code', named) : null;
  };

  const signIn = inputs => {
    const passwords = inputs.filter(i => i.type === 'password');
    if (passwords.length) {
      // Two password fields or a new password make an account or change a password; a checkout's are neither.
      const scope = passwords[0].form || document;
      const many = passwords.filter(p => (p.form || document) === scope).length > 1
        || /new-password/.test(passwords[0].autocomplete || '');
      return many ? null : found('sign_in', 'sign-in form', passwords[0]);
    }
    // The first half of a form in two steps: an account field and little else.
    const account = inputs.find(i => /username|webauthn/.test(i.autocomplete || '') && /^(text|email|tel)$/.test(i.type));
    if (account && inputs.length <= 3) return found('sign_in', 'sign-in form', account);
    const passkey = deepAll(document, 'button, a[href], [role=button]').find(b => /passkey|通行密钥/i.test(b.textContent) && isVisible(b) && /^(sign|log) ?in with (a )?passkey|^使用通行密钥/i.test(lineOf(b, 80)));
    return passkey && !inputs.some(i => i.type === 'search') ? found('sign_in', 'passkey', passkey) : null;
  };

  const pictureCaptcha = inputs => {
    const box = inputs.find(i => /captcha|图形验证码/i.test(hintOf(i)));
    return box ? found('captcha', 'CAPTCHA', box) : null;
  };

  // The first thing that needs a person here, or null.
  const challenge = () => {
    const inputs = deepAll(document, 'input').filter(i => !['hidden', 'submit', 'button', 'reset', 'image'].includes(i.type) && !i.disabled && isVisible(i));
    return byProvider() || pictureCaptcha(inputs) || secondFactor(inputs) || signIn(inputs);
  };

  tw.define({ challenge });
})();
