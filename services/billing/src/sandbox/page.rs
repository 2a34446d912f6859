//! The page on which a payer decides.

use axum::{
    Form,
    extract::{Path, State},
    http::{StatusCode, header},
    response::{Html, IntoResponse, Redirect, Response},
};
use serde::Deserialize;
use url::Url;

use super::{Desk, known, payment::finish, store, wire};

const STYLE: &str = "
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 30rem; padding: 1.5rem 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dd { margin: 0; }
form { display: grid; gap: .75rem; }
button { font: inherit; min-height: 3rem; padding: .5rem 1rem; cursor: pointer; }
";

/// Outcomes that can be chosen, and what their buttons say.
const OUTCOMES: [(&str, &str); 5] = [
    ("paid", "Pay"),
    ("later", "Pay later"),
    ("failed", "Let the payment fail"),
    ("expired", "Let the payment expire"),
    ("canceled", "Cancel"),
];

#[derive(Debug, Deserialize)]
pub(crate) struct Choice {
    outcome: String,
}

/// Its style sheet.
pub(crate) async fn style() -> Response {
    ([(header::CONTENT_TYPE, "text/css")], STYLE).into_response()
}

/// What is to be paid, and a button for each outcome.
pub(crate) async fn show(State(desk): State<Desk>, path: Path<String>) -> Response {
    let payment = match known(&desk, path).await {
        Ok(payment) => payment,
        Err(response) => return response,
    };
    let back = escape(&payment.redirect_url);
    let choice = if payment.status == "open" {
        let buttons = OUTCOMES
            .map(|(outcome, text)| {
                format!("<button name=\"outcome\" value=\"{outcome}\">{text}</button>")
            })
            .join("\n");
        format!("<form method=\"post\">\n{buttons}\n</form>")
    } else {
        format!(
            "<p>This payment is {}. <a href=\"{back}\">Back to the shop</a></p>",
            escape(&payment.status)
        )
    };
    let page = format!(
        "<!doctype html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>Test payment of {currency} {amount}</title>
<link rel=\"stylesheet\" href=\"/style.css\">
</head>
<body>
<main>
<h1>Test payment</h1>
<p>No money moves here. Choose how this payment ends.</p>
<dl>
<dt>Amount</dt><dd>{currency} {amount}</dd>
<dt>Method</dt><dd>{method}</dd>
<dt>For</dt><dd>{description}</dd>
</dl>
{choice}
</main>
</body>
</html>
",
        currency = escape(&payment.currency),
        amount = escape(&payment.amount),
        method = escape(payment.method.as_deref().unwrap_or("-")),
        description = escape(&payment.description),
    );
    (
        [(header::CONTENT_SECURITY_POLICY, policy(&payment))],
        Html(page),
    )
        .into_response()
}

/// Ends the payment as chosen and sends the payer back.
pub(crate) async fn choose(
    State(desk): State<Desk>,
    path: Path<String>,
    Form(choice): Form<Choice>,
) -> Response {
    let payment = match known(&desk, path).await {
        Ok(payment) => payment,
        Err(response) => return response,
    };
    if !OUTCOMES
        .iter()
        .any(|(outcome, _)| *outcome == choice.outcome)
    {
        return StatusCode::BAD_REQUEST.into_response();
    }
    let done = if choice.outcome == "later" {
        let at = desk.clock.now() + desk.later;
        store::promise(desk.db.pool(), &payment.id, at)
            .await
            .map(|()| true)
    } else {
        finish(&desk, &payment, &choice.outcome).await
    };
    match done {
        // A second press of a button finds what the first one did.
        Ok(_) => Redirect::to(&payment.redirect_url).into_response(),
        Err(error) => wire::broken(&error),
    }
}

/// The form leads to the shop in the end, so the shop stands in `form-action`.
fn policy(payment: &store::Payment) -> String {
    let shop = Url::parse(&payment.redirect_url)
        .map(|url| url.origin().ascii_serialization())
        .unwrap_or_default();
    format!(
        "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' {shop}"
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_shop_sends_is_shown_and_never_run() {
        assert_eq!(
            escape("<script>\"'&</script>"),
            "&lt;script&gt;&quot;&#39;&amp;&lt;/script&gt;"
        );
    }
}
