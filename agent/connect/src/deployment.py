"""Downloads the public files of a deployment. They need no key."""

from __future__ import annotations

import hashlib
import ipaddress
import json
import re
import socket
import ssl
import urllib.error
import urllib.parse
import urllib.request

from output import StepFailed


class Deployment:
    def __init__(self, address: str) -> None:
        parts = urllib.parse.urlsplit(address.strip())
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise StepFailed(
                f"{address!r} is not a valid URL.", "Give the full URL, such as https://svc.example"
            )
        self.base_url = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        # The key would be sent over a public network without encryption.
        self.is_unencrypted = parts.scheme == "http" and _is_public(parts.hostname)
        # The skill installer of Hermes refuses this URL.
        self.is_private = parts.scheme == "http" or not _is_public(parts.hostname)

    def download(self, path: str) -> bytes:
        """Returns the file, checked against its checksum if the response has one."""
        try:
            with urllib.request.urlopen(self.base_url + path, timeout=20) as answer:
                body, sha256 = answer.read(), answer.headers.get("x-content-sha256")
        except urllib.error.HTTPError as error:
            advice = "Check the address. If it is correct, the deployment is down, or older than this script."
            raise StepFailed(f"{self.base_url}{path} answered {error.code}.", advice) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            advice = "Check the address, and that this machine can reach it (proxies: HTTPS_PROXY)."
            if isinstance(reason, ssl.SSLCertVerificationError):
                advice = "Set SSL_CERT_FILE to your CA certificate, and run again."
            raise StepFailed(f"{self.base_url} cannot be reached: {reason}", advice) from None
        if sha256 and sha256 != hashlib.sha256(body).hexdigest():
            raise StepFailed(
                f"{path} was damaged in transit.", "Run again. If it fails again, a proxy changes the files."
            )
        return body

    def check_key(self, key: str) -> int:
        """Returns the balance. For a host that calls the deployment itself; otherwise the client asks."""
        request = urllib.request.Request(
            f"{self.base_url}/api/gen/credits?limit=1", headers={"authorization": f"Bearer {key}"}
        )
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return json.load(answer)["balance"]
        except urllib.error.HTTPError as error:
            advice = "Make one in the dashboard, with the scope read, and copy it in full (hsk_...)."
            raise StepFailed(f"{self.base_url} answered {error.code} to this key.", advice) from None
        except (OSError, ValueError, KeyError) as error:
            raise StepFailed(f"{self.base_url} cannot be asked: {error}", "Check the address.") from None

    def download_json(self, path: str) -> dict:
        try:
            return json.loads(self.download(path))
        except ValueError:
            raise StepFailed(
                f"{self.base_url} is not a deployment of Atelier.", "Check the address."
            ) from None

    def download_folder(self, index: str, entry: dict) -> dict[str, bytes]:
        """Returns the files of a plugin or a skill. Names become local paths, so they are validated first."""
        for name in (entry["name"], *entry["files"]):
            if not re.fullmatch(r"\w[\w.-]*", name):
                raise StepFailed(
                    f"{index} lists an invalid file name: {name!r}.", "Tell the operator of the deployment."
                )
        return {file: self.download(f"{index}/{entry['name']}/{file}") for file in entry["files"]}


def _is_public(host: str) -> bool:
    """Reports whether all IP addresses of a host are public."""
    try:
        addresses = {info[4][0] for info in socket.getaddrinfo(host, None)}
    except OSError:
        return False
    return all(ipaddress.ip_address(str(address).split("%")[0]).is_global for address in addresses)
