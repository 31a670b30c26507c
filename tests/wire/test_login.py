import pytest
from siurell.client.login import take_login
from siurell.errors import LocalProtocolError


def test_login__leaves_the_environment():
    environ = {"SIURELL_ADDRESS": "unix:/tmp/s", "SIURELL_TOKEN": "siu_x", "HOME": "/h"}
    login = take_login(environ)
    assert (login.address, login.token) == ("unix:/tmp/s", "siu_x")
    assert environ == {"HOME": "/h"}


def test_login__does_not_show_its_token():
    environ = {"SIURELL_ADDRESS": "host:7", "SIURELL_TOKEN": "siu_x"}
    assert "siu_x" not in repr(take_login(environ))


@pytest.mark.parametrize("missing", ["SIURELL_ADDRESS", "SIURELL_TOKEN"])
def test_login__without_a_session_says_how_a_bot_is_started(missing):
    environ = {"SIURELL_ADDRESS": "host:7", "SIURELL_TOKEN": "siu_x"}
    del environ[missing]
    with pytest.raises(LocalProtocolError, match="siurell play") as caught:
        take_login(environ)
    assert caught.value.reason == "NO_SESSION"


@pytest.mark.parametrize("address", ["unix:relative", "host", "host:port", "http://x:1/", "a b:1"])
def test_login__an_address_of_no_known_form_is_refused(address):
    with pytest.raises(LocalProtocolError) as caught:
        take_login({"SIURELL_ADDRESS": address, "SIURELL_TOKEN": "siu_x"})
    assert caught.value.reason == "BAD_ADDRESS"
